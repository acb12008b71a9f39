//! Queue of promise jobs with a limit, which ends a promise that schedules itself forever.

use super::run_state::{call_error_to_js, out_of_instructions, step, with_run};
use boa_engine::job::{Job, JobExecutor};
use boa_engine::{Context, JsResult};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};
use trammel_language::bilingual;
use trammel_run::Limit;
use trammel_run::run_context::CallError;

const MAX_JOBS: usize = 100_000;

/// A queue of promise jobs. The sandbox has no timers, so timer jobs are dropped.
#[derive(Default)]
pub(super) struct BoundedJobs {
    queue: RefCell<VecDeque<Job>>,
}

impl JobExecutor for BoundedJobs {
    fn enqueue_job(self: Rc<Self>, job: Job, _: &mut Context) {
        self.queue.borrow_mut().push_back(job);
    }

    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        // The engine loses a limit that a function hits after an `await`. Without an iteration limit, an endless loop
        // there uses up the instruction count, which can be read afterward.
        if with_run(|run| run.loading) == Some(true) {
            return self.run_all(context);
        }
        let loops = context.runtime_limits().loop_iteration_limit();
        context.runtime_limits_mut().disable_loop_iteration_limit();
        let result = self.run_all(context);
        context.runtime_limits_mut().set_loop_iteration_limit(loops);
        result
    }
}

impl BoundedJobs {
    fn run_all(&self, context: &mut Context) -> JsResult<()> {
        for done in 0.. {
            let Some(job) = self.queue.borrow_mut().pop_front() else {
                break;
            };
            if done >= MAX_JOBS {
                let message = bilingual!(
                    "more than {MAX_JOBS} promise callbacks. Is there an endless loop?",
                    "프로미스 콜백이 {MAX_JOBS}개보다 많아요. 끝나지 않는 반복이 있나요?"
                );
                return Err(call_error_to_js(CallError::Limit(Limit::Time, message)));
            }
            if done % 64 == 63 {
                step().map_err(call_error_to_js)?;
            }
            match job {
                Job::PromiseJob(job) => job.call(context).map(drop)?,
                Job::GenericJob(job) => job.call(context).map(drop)?,
                Job::AsyncJob(job) => {
                    let context = RefCell::new(&mut *context);
                    let mut task = pin!(job.call(&context));
                    // Only the module loader creates async jobs, and its future is always ready.
                    if let Poll::Ready(result) = task
                        .as_mut()
                        .poll(&mut std::task::Context::from_waker(Waker::noop()))
                    {
                        result?;
                    }
                }
                _ => {}
            }
            lost_limit(context)?;
        }
        Ok(())
    }
}

/// Returns the error of a limit that was hit after an `await`, because the engine drops the limit together with the
/// interrupted function.
fn lost_limit(context: &Context) -> JsResult<()> {
    if let Some((kind, message)) = with_run(|run| run.limit.take()).flatten() {
        return Err(call_error_to_js(CallError::Limit(kind, message)));
    }
    if context.instructions_remaining() == 0 {
        return out_of_instructions().map_err(call_error_to_js);
    }
    Ok(())
}
