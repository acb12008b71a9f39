//! What a call from a script does: the side of the sandbox that no engine sees inside of.
//!
//! [`RunContext`] owns the drawing during a run, carries out tool calls, keeps the log and the random numbers, and watches the
//! limits. Engines translate values to and from it, nothing more.

use super::{Clock, Failure, Limit, Limits, MAX_VALUE_BYTES, RunOutcome, RunRequest};
use crate::random::SplitMix64;
use crate::scene::Edit;
use crate::tools::{Arg, Kind, Output, ToolCx, ToolEnv, ToolError, ToolSpec};
use serde_json::Value;

/// What a script gets back from a call.
#[derive(Debug)]
pub(super) enum Returned {
    /// The name of an entity.
    Name(String),
    /// Data.
    Data(Value),
    /// Nothing.
    Nothing,
}

/// Why a call failed.
#[derive(Debug)]
pub(super) enum CallError {
    /// The script can catch it.
    Error(ToolError),
    /// A limit was hit: the script ends.
    Limit(Limit, String),
}

/// The drawing during a run, with everything a script can touch.
#[derive(Debug)]
pub(super) struct RunContext {
    edit: Edit,
    env: ToolEnv,
    value: Option<String>,
    logs: Vec<String>,
    log_bytes: usize,
    warnings: Vec<String>,
    random: SplitMix64,
    watch: Watch,
}

impl RunContext {
    pub(super) fn new(request: &RunRequest, clock: &Clock, list: &'static [ToolSpec]) -> RunContext {
        RunContext {
            edit: Edit::new(request.blank()),
            env: ToolEnv::new(list),
            value: None,
            logs: Vec::new(),
            log_bytes: 0,
            warnings: Vec::new(),
            random: SplitMix64::new(request.seed),
            watch: Watch::new(request.limits, clock.clone()),
        }
    }

    /// The tools that are built in.
    pub(super) fn tools(&self) -> &'static [ToolSpec] {
        self.env.list
    }

    /// Carries out a tool call.
    pub(super) fn call(&mut self, tool: &ToolSpec, input: Arg) -> Result<Returned, CallError> {
        self.watch.tick()?;
        let mut cx = ToolCx {
            edit: &mut self.edit,
            env: &mut self.env,
            in_sandbox: true,
            warnings: Vec::new(),
        };
        cx.edit.begin();
        let output = tool.call(input, &mut cx);
        self.warnings.append(&mut cx.warnings);
        if output.is_err() {
            // A script may catch the error and go on: nothing half done may stay.
            self.edit.roll_back();
        }
        match output {
            Ok(Output::Entity { name, .. }) => Ok(Returned::Name(name.to_string())),
            Ok(Output::Data(data)) => Ok(Returned::Data(data)),
            Ok(Output::Done | Output::Run(_) | Output::Session(_) | Output::Picture { .. }) => {
                Ok(Returned::Nothing)
            }
            Err(error) if error.limit => Err(CallError::Limit(Limit::Entities, error.message)),
            Err(error) if tool.kind == Kind::Query && error.missing.is_some() => {
                Ok(Returned::Data(Value::Null))
            }
            Err(error) => Err(CallError::Error(error)),
        }
    }

    /// Names like this one, if there is no entity of this name.
    pub(super) fn similar(&self, name: &str) -> Option<Vec<String>> {
        let scene = self.edit.scene();
        let names = || scene.walk().map(|entity| entity.name.as_str());
        scene
            .get(name)
            .is_none()
            .then(|| crate::suggest::nearest(name, names()))
    }

    /// Checks time and memory between calls.
    pub(super) fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }

    /// Keeps a line of log; what is too much is cut and said once.
    pub(super) fn log(&mut self, line: &str) {
        let limits = self.watch.limits;
        let (most_lines, most_bytes) = (limits.log_lines as usize, limits.log_bytes as usize);
        if self.logs.len() > most_lines {
            return;
        }
        if self.logs.len() == most_lines || self.log_bytes + line.len() > most_bytes {
            self.logs.push(format!(
                "... log cut: at most {most_lines} lines and {most_bytes} bytes are kept"
            ));
            self.log_bytes = most_bytes + 1;
            self.logs.truncate(most_lines + 1);
            self.watch.limits.log_lines = 0;
            return;
        }
        self.log_bytes += line.len();
        self.logs.push(line.to_owned());
    }

    /// Keeps the value that the run answers; one that cannot be kept is said to be left out, with the reason.
    pub(super) fn answer(&mut self, value: Result<Value, String>) {
        let text = value.and_then(|value| {
            let text = value.to_string();
            if text.len() <= MAX_VALUE_BYTES {
                Ok(text)
            } else {
                Err(format!(
                    "{} bytes are too many, at most {MAX_VALUE_BYTES} are kept: return less",
                    text.len()
                ))
            }
        });
        match text {
            Ok(text) => self.value = Some(text),
            Err(why) => self
                .warnings
                .push(format!("the value it returned was left out: {why}")),
        }
    }

    /// The next random number in 0..1.
    pub(super) fn random(&mut self) -> f64 {
        self.random.next_fraction()
    }

    /// Ends the run.
    pub(super) fn finish(self, result: Result<(), Failure>) -> RunOutcome {
        let RunContext {
            edit,
            value,
            logs,
            warnings,
            ..
        } = self;
        let needs_hangul = edit.needs_hangul();
        let (_, diff) = edit.finish();
        RunOutcome {
            result: result.map(|()| diff),
            value,
            logs,
            warnings,
            needs_hangul,
        }
    }
}

/// Time and memory of a run.
pub(super) struct Watch {
    limits: Limits,
    clock: Clock,
    deadline: f64,
    baseline: usize,
    ticks: u32,
    /// Above this many bytes garbage is collected.
    collect_above: u64,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Watch {
    fn new(limits: Limits, clock: Clock) -> Watch {
        let deadline = clock() + f64::from(limits.timeout_ms);
        Watch {
            limits,
            clock,
            deadline,
            baseline: super::alloc::live(),
            ticks: 0,
            collect_above: limits.memory_bytes / 4 * 3,
        }
    }

    /// Starts counting memory from here: what came before belongs to the engine.
    pub(super) fn start(&mut self) {
        self.baseline = super::alloc::live();
    }

    /// A cheap check for every call: the clock is asked at each 64th.
    pub(super) fn tick(&mut self) -> Result<(), CallError> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(64) {
            self.check()
        } else {
            Ok(())
        }
    }

    /// Whether time is over.
    pub(super) fn check(&mut self) -> Result<(), CallError> {
        if (self.clock)() > self.deadline {
            return Err(CallError::Limit(Limit::Time, self.time_message()));
        }
        Ok(())
    }

    /// How many instructions the run may use.
    pub(super) fn instructions(&self) -> u64 {
        self.limits.instructions
    }

    fn used(&self) -> u64 {
        super::alloc::live().saturating_sub(self.baseline) as u64
    }

    /// Whether garbage should be collected before memory is judged: garbage is not use.
    pub(super) fn wants_collection(&self) -> bool {
        self.used() > self.collect_above
    }

    /// Judges memory after a collection. The next one waits until some more has come together: a drawing that needs
    /// nearly all of its memory would be collected all the time otherwise.
    pub(super) fn collected(&mut self) -> Result<(), CallError> {
        let (used, most) = (self.used(), self.limits.memory_bytes);
        self.collect_above = (most / 4 * 3).max(used + most / 8);
        if used <= most {
            return Ok(());
        }
        Err(CallError::Limit(Limit::Memory, self.memory_message()))
    }

    pub(super) fn memory_message(&self) -> String {
        let most = self.limits.memory_bytes >> 20;
        format!("the code uses more than {most} MiB of memory and was stopped: keep less at a time")
    }

    pub(super) fn time_message(&self) -> String {
        let seconds = f64::from(self.limits.timeout_ms) / 1000.0;
        format!(
            "the code was stopped: it ran for longer than {seconds} s or what takes about as long; is there an endless loop?"
        )
    }
}
