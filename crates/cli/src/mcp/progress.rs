//! Progress and cancellation of a call.

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use std::time::Duration;
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{Instant, interval_at};
use trammel_engine::child::Stop;

/// Time between two progress notifications.
const PERIOD: Duration = Duration::from_secs(1);

/// Waits for the work of a call. Once a second the client gets the number of seconds, if it asked for progress. If the
/// client cancels the call, `stop` is requested.
///
/// # Errors
/// Returns an error if the work panicked.
pub(super) async fn watch<T>(
    mut work: JoinHandle<T>,
    stop: &Stop,
    context: &RequestContext<RoleServer>,
) -> Result<T, JoinError> {
    let token = context.meta.get_progress_token();
    let mut period = interval_at(Instant::now() + PERIOD, PERIOD);
    let mut seconds = 0;
    loop {
        tokio::select! {
            done = &mut work => return done,
            () = context.ct.cancelled(), if !stop.is_requested() => stop.request(),
            _ = period.tick(), if token.is_some() => {
                seconds += 1;
                if let Some(token) = &token {
                    let progress = ProgressNotificationParam::new(token.clone(), f64::from(seconds))
                        .with_message(format!("running for {seconds} s"));
                    // The result follows in any case.
                    let _ = context.peer.notify_progress(progress).await;
                }
            }
        }
    }
}
