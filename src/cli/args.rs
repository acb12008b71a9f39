//! Arguments: a command, positional ones, `--name value` options.

/// Arguments not yet taken.
#[derive(Debug)]
pub(super) struct Args {
    rest: Vec<String>,
}

impl Args {
    pub(super) fn new(rest: Vec<String>) -> Args {
        Args { rest }
    }

    /// Takes the command, the first argument.
    pub(super) fn command(&mut self) -> Option<String> {
        if self.rest.is_empty() {
            None
        } else {
            Some(self.rest.remove(0))
        }
    }

    /// Takes `--name value`.
    ///
    /// # Errors
    /// The value is missing.
    pub(super) fn option(&mut self, name: &str) -> Result<Option<String>, String> {
        let Some(at) = self.rest.iter().position(|arg| arg == name) else {
            return Ok(None);
        };
        self.rest.remove(at);
        if at >= self.rest.len() || (self.rest[at].starts_with("--") && self.rest[at].len() > 2) {
            return Err(format!("{name} needs a value. See trammel --help"));
        }
        Ok(Some(self.rest.remove(at)))
    }

    /// Takes `--name`, which has no value.
    pub(super) fn flag(&mut self, name: &str) -> bool {
        let at = self.rest.iter().position(|arg| arg == name);
        at.map(|at| self.rest.remove(at)).is_some()
    }

    /// Takes the next positional argument.
    pub(super) fn positional(&mut self) -> Option<String> {
        let at = self
            .rest
            .iter()
            .position(|arg| !arg.starts_with("--") || arg == "-")?;
        Some(self.rest.remove(at))
    }

    /// Refuses what is left.
    ///
    /// # Errors
    /// Something is left that nobody took.
    pub(super) fn done(self) -> Result<(), String> {
        match self.rest.first() {
            None => Ok(()),
            Some(left) => Err(format!("unknown argument '{left}'. See trammel --help")),
        }
    }
}
