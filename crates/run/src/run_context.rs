//! State of a run and the operations that scripts call, independent of the JavaScript engine.
//!
//! [`RunContext`] owns the drawing during a run, executes tool calls, keeps the log and the random numbers, and
//! checks the limits. Engines only convert values to and from its types.

use super::origins::{Recorder, touched_entities};
use super::protocol::seconds;
use super::{Clock, Failure, Limit, Limits, MAX_VALUE_BYTES, RunOutcome, RunRequest};
use serde_json::Value;
use std::sync::Arc;
use trammel_base::random::SplitMix64;
use trammel_code::FileName;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::Edit;
use trammel_tools::{
    Arg, Catalog, Check, CodePosition, Kind, MAX_CHECKS, Notes, Output, Rule, ToolCx, ToolEnv, ToolError,
    ToolSpec, Verb, explain_comparison,
};

/// Returns the text of a check from its first argument on; `None` if the place is not that of a call in its line.
fn condition_at<'a>(
    files: &'a [(FileName, Arc<str>)],
    (file, (line, column)): (&str, (u32, u32)),
) -> Option<&'a str> {
    let (_, text) = files.iter().find(|(name, _)| name.as_str() == file)?;
    let lines = text.split_inclusive('\n').take(line.checked_sub(1)? as usize);
    let text = &text[lines.map(str::len).sum()..];
    // The place is in the name or at the parenthesis.
    let at = text.char_indices().nth(column.saturating_sub(1) as usize)?.0;
    let line_end = text.find('\n').unwrap_or(text.len());
    let open = text[at..line_end.max(at)].find('(')?;
    Some(&text[at + open + 1..])
}

/// Return value of a tool call from a script.
#[derive(Debug)]
pub enum Returned {
    /// Name of the created or changed entity.
    Name(String),
    /// Data as JSON.
    Data(Value),
    /// No value (`undefined`).
    Nothing,
}

/// Error of a tool call from a script.
#[derive(Debug)]
pub enum CallError {
    /// Error that the script can catch.
    Error(ToolError),
    /// Exceeded limit and its message; ends the script and cannot be caught.
    Limit(Limit, Bilingual),
}

/// Drawing, tool environment, log, random numbers and limits of a run.
#[derive(Debug)]
pub struct RunContext {
    edit: Edit,
    env: ToolEnv,
    value: Option<String>,
    logs: Vec<String>,
    log_bytes: usize,
    /// Whether the line that reports the cut has been logged.
    log_is_full: bool,
    notes: Notes,
    /// Whether the warning about too many checks has been given.
    checks_are_full: bool,
    random: SplitMix64,
    watch: Watch,
    origins: Recorder,
    files: Vec<(FileName, Arc<str>)>,
}

impl RunContext {
    /// Returns the context of a run of this request with these tools.
    pub fn new(request: &RunRequest, clock: &Clock, list: &'static [ToolSpec]) -> RunContext {
        RunContext {
            edit: Edit::new(request.blank()),
            env: ToolEnv::of(Catalog {
                tools: list,
                ..Catalog::ALL
            }),
            value: None,
            logs: Vec::new(),
            log_bytes: 0,
            log_is_full: false,
            notes: Notes::default(),
            checks_are_full: false,
            random: SplitMix64::new(request.seed),
            watch: Watch::new(request, clock.clone()),
            origins: Recorder::new(&request.files),
            files: request.files.clone(),
        }
    }

    /// Returns the built-in tools of this run.
    pub fn tools(&self) -> &'static [ToolSpec] {
        self.env.catalog.tools
    }

    /// Returns the old names of built-in tools, which scripts can call as well.
    pub fn old_tools(&self) -> &'static [ToolSpec] {
        self.env.catalog.old
    }

    /// Executes a tool call. `place` has the file, the line, and the column of the call, if they are known.
    pub fn call(
        &mut self,
        tool: &ToolSpec,
        input: Arg,
        place: Option<(&str, (u32, u32))>,
    ) -> Result<Returned, CallError> {
        self.watch.tick()?;
        let call = place.and_then(|(file, position)| {
            self.record_origins(|origins, _| origins.count(tool.name, file, position))
        });
        let mut cx = ToolCx {
            in_sandbox: true,
            notes: std::mem::take(&mut self.notes),
            ..ToolCx::new(&mut self.edit, &mut self.env)
        };
        cx.edit.begin();
        let mut output = tool.call(input, &mut cx);
        self.notes = cx.notes;
        if tool.verb == Verb::Check {
            output = self.complete_check(output, place);
        }
        if output.is_err() {
            // The script may catch the error and continue, so partial changes are rolled back.
            self.edit.roll_back();
        } else if tool.kind == Kind::Action {
            self.record_origins(|origins, edit| origins.record(call, touched_entities(tool, edit)));
        }
        match output {
            Ok(Output::Entity { name, .. }) => Ok(Returned::Name(name.to_string())),
            Ok(Output::Data(data)) => Ok(Returned::Data(data)),
            Ok(
                Output::Done
                | Output::Run(_)
                | Output::Session(_)
                | Output::Call { .. }
                | Output::Picture { .. },
            ) => Ok(Returned::Nothing),
            Err(error) if error.limit => Err(CallError::Limit(Limit::Entities, error.message)),
            Err(error) if tool.kind == Kind::Query && error.missing.is_some() => {
                Ok(Returned::Data(Value::Null))
            }
            Err(error) => Err(CallError::Error(error)),
        }
    }

    /// Completes the call of a check. A check never stops the run, so arguments that are not usable become a check that
    /// fails.
    fn complete_check(
        &mut self,
        output: Result<Output, ToolError>,
        place: Option<(&str, (u32, u32))>,
    ) -> Result<Output, ToolError> {
        let declared = &mut self.notes.declared;
        let output = match output {
            Err(error) if !error.limit => {
                declared.push(Check::unusable(&error));
                Output::Data(Value::Bool(false))
            }
            other => other?,
        };
        if declared.len() > MAX_CHECKS {
            declared.truncate(MAX_CHECKS);
            if !self.checks_are_full {
                self.checks_are_full = true;
                self.notes.warnings.push(bilingual!(
                    "only the first {MAX_CHECKS} checks are kept. Check many things with one condition: expect(all.every(...), text).",
                    "확인은 처음 {MAX_CHECKS}개만 남겨요. 여러 가지를 조건 하나로 확인하세요: expect(all.every(...), text)."
                ));
            }
        } else if let Some(check) = declared.last_mut() {
            let source = || condition_at(&self.files, place?);
            if check.rule == Rule::Condition(false)
                && let Some(error) =
                    source().and_then(|text| explain_comparison(text, self.env.catalog.tools))
            {
                check.rule = Check::unusable(&error).rule;
            }
            check.place = place.map(|(file, (line, column))| CodePosition {
                file: file.to_owned(),
                line,
                column,
            });
        }
        Ok(output)
    }

    /// Records origins. Their memory, which the length of the text and the number of entities limit, does not count as
    /// memory of the script.
    fn record_origins<T>(&mut self, record: impl FnOnce(&mut Recorder, &Edit) -> T) -> T {
        let before = super::alloc::live();
        let recorded = record(&mut self.origins, &self.edit);
        self.watch.exclude(before, super::alloc::live());
        recorded
    }

    /// Returns the names most similar to `name`, or `None` if an entity has this name.
    pub fn similar(&self, name: &str) -> Option<Vec<String>> {
        let scene = self.edit.scene();
        let names = || scene.walk().map(|entity| entity.name.as_str());
        scene
            .get(name)
            .is_none()
            .then(|| trammel_base::suggest::nearest(name, names()))
    }

    /// Returns the checker of time and memory.
    pub fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }

    /// Appends a line to the log. At the limit, one line reports the cut, and further lines are dropped.
    pub fn log(&mut self, line: &str) {
        let limits = self.watch.limits;
        let (most_lines, most_bytes) = (limits.log_lines as usize, limits.log_bytes as usize);
        if self.log_is_full {
            return;
        }
        if self.logs.len() == most_lines || self.log_bytes + line.len() > most_bytes {
            self.logs.push(format!(
                "... log truncated: at most {most_lines} lines and {most_bytes} bytes"
            ));
            self.log_is_full = true;
            return;
        }
        self.log_bytes += line.len();
        self.logs.push(line.to_owned());
    }

    /// Stores the value that the run returns. A value that is not data or exceeds the size limit is left out with a
    /// warning that gives the reason.
    pub fn answer(&mut self, value: Result<Value, Bilingual>) {
        let text = value.and_then(|value| {
            let text = value.to_string();
            if text.len() <= MAX_VALUE_BYTES {
                Ok(text)
            } else {
                Err(bilingual!(
                    "it has {} bytes, at most {MAX_VALUE_BYTES}",
                    "{}바이트이고 최대 {MAX_VALUE_BYTES}바이트예요",
                    text.len()
                ))
            }
        });
        match text {
            Ok(text) => self.value = Some(text),
            Err(why) => self.notes.warnings.push(bilingual!(
                "the return value was omitted: {why}",
                "반환값을 뺐어요: {why:#}"
            )),
        }
    }

    /// Returns the next random number in `0..1`.
    pub fn random(&mut self) -> f64 {
        self.random.next_fraction()
    }

    /// Finishes the run and returns its outcome.
    pub fn finish(self, result: Result<(), Failure>) -> RunOutcome {
        let RunContext {
            edit,
            mut notes,
            value,
            logs,
            origins,
            ..
        } = self;
        let needs_hangul = edit.needs_hangul();
        let (_, diff) = edit.finish();
        RunOutcome {
            origins: origins.finish(&diff),
            warnings: notes.sentences(),
            checks: notes.declared,
            result: result.map(|()| diff),
            value,
            logs,
            needs_hangul,
            converted: None,
        }
    }
}

/// Checker of the time and memory limits of a run.
pub struct Watch {
    limits: Limits,
    /// Maximum live memory in bytes, with that for the code.
    most_memory: u64,
    clock: Clock,
    /// Reading of the clock at the start of the run.
    started: f64,
    deadline: f64,
    baseline: usize,
    ticks: u32,
    /// Live bytes above which a garbage collection is requested.
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
    fn new(request: &RunRequest, clock: Clock) -> Watch {
        let started = clock();
        let limits = request.limits;
        let most_memory = limits.memory_bytes.saturating_add(request.code_memory());
        Watch {
            limits,
            most_memory,
            clock,
            started,
            deadline: started + f64::from(limits.timeout_ms),
            baseline: super::alloc::live(),
            ticks: 0,
            collect_above: most_memory / 4 * 3,
        }
    }

    /// Sets the memory baseline: memory allocated before this call belongs to the engine and is not counted.
    pub fn start(&mut self) {
        self.baseline = super::alloc::live();
    }

    /// Excludes the difference between two amounts of live memory from the memory of the script.
    fn exclude(&mut self, before: usize, after: usize) {
        self.baseline = self.baseline.saturating_add(after).saturating_sub(before);
    }

    /// Checks the clock on every 64th call, which keeps the check cheap enough for each tool call.
    pub fn tick(&mut self) -> Result<(), CallError> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(64) {
            self.check()
        } else {
            Ok(())
        }
    }

    /// Returns an error if the deadline has passed.
    pub fn check(&mut self) -> Result<(), CallError> {
        if (self.clock)() > self.deadline {
            return Err(CallError::Limit(Limit::Time, self.time_message()));
        }
        Ok(())
    }

    /// Returns the maximum number of instructions of the run.
    pub fn instructions(&self) -> u64 {
        self.limits.instructions
    }

    fn used_memory(&self) -> u64 {
        super::alloc::live().saturating_sub(self.baseline) as u64
    }

    /// Whether the used memory calls for a garbage collection. Garbage does not count against the limit, so the limit
    /// is checked only after a collection.
    pub fn wants_collection(&self) -> bool {
        self.used_memory() > self.collect_above
    }

    /// Checks memory after a collection and sets the threshold of the next collection to at least an eighth of the limit
    /// above the used memory. Otherwise a drawing close to the limit would trigger a collection at every step.
    pub fn check_after_collection(&mut self) -> Result<(), CallError> {
        let (used, most) = (self.used_memory(), self.most_memory);
        self.collect_above = (most / 4 * 3).max(used + most / 8);
        if used <= most {
            return Ok(());
        }
        Err(CallError::Limit(Limit::Memory, self.memory_message()))
    }

    /// Returns the message of a run that has used its memory.
    pub fn memory_message(&self) -> Bilingual {
        let most = self.most_memory >> 20;
        bilingual!(
            "out of memory: the code used more than {most} MiB. Use smaller arrays and strings.",
            "메모리가 부족해요: 코드가 {most} MiB보다 많이 썼어요. 배열과 문자열을 줄이세요."
        )
    }

    /// Returns the message of a run that has passed its deadline, with the measured duration.
    fn time_message(&self) -> Bilingual {
        let elapsed = self.elapsed_time();
        bilingual!(
            "timed out after {elapsed} s. Is there an endless loop?",
            "{elapsed:#}초가 지나 시간이 초과됐어요. 끝나지 않는 반복이 있나요?"
        )
    }

    /// Returns the message of a run that has executed all its instructions, usually before the deadline.
    pub fn instructions_message(&self) -> Bilingual {
        let elapsed = self.elapsed_time();
        let most = self.limits.instructions / 1_000_000;
        bilingual!(
            "stopped after {elapsed} s at the limit of {most} million instructions. Is there an endless loop?",
            "{elapsed:#}초 뒤 명령 {most}백만 개 한도에서 멈췄어요. 끝나지 않는 반복이 있나요?"
        )
    }

    fn elapsed_time(&self) -> Bilingual {
        seconds((self.clock)() - self.started)
    }
}
