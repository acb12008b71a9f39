//! HTTP requests to a provider, sent with the program `curl`, which brings TLS and the proxies and certificates
//! of the system, so that this program needs no HTTP library.
//!
//! Invariants:
//! * The request, which contains the key, reaches `curl` through standard input and never through arguments,
//!   which other users of the machine can read.
//! * The user's `.curlrc` is ignored, and redirects are not followed.
//! * `curl` gets only the environment variables in [`VARIABLES`], so it gets no key that is stored in a variable.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use trammel_llm::HttpRequest;

/// Connection timeout in seconds.
const CONNECT_SECONDS: u32 = 60;

/// Size of the read buffer in bytes.
const PIECE: usize = 16 << 10;

/// Environment variables that `curl` needs: to be found, and to find its libraries, proxies, certificates, and
/// the Windows system folder.
const VARIABLES: [&str; 17] = [
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "http_proxy",
    "https_proxy",
    "HTTPS_PROXY",
    "all_proxy",
    "ALL_PROXY",
    "no_proxy",
    "NO_PROXY",
    "CURL_CA_BUNDLE",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NIX_SSL_CERT_FILE",
    "SystemRoot",
    "SYSTEMROOT",
    "WINDIR",
];

/// A request in progress; canceled when dropped.
pub(super) struct Exchange {
    child: Child,
    answer: BufReader<ChildStdout>,
    head_came: bool,
}

/// Part of a response.
pub(super) enum Arrived {
    /// Status and headers, with names in lower case.
    Head(u16, Vec<(String, String)>),
    /// Part of the body.
    Bytes(Vec<u8>),
    /// End of the body.
    End,
    /// Failure before or during the response.
    Failed(String),
}

impl Exchange {
    /// Sends a request.
    ///
    /// # Errors
    /// Returns an error if `curl` cannot be started.
    pub(super) fn begin(request: &HttpRequest) -> Result<Exchange, String> {
        let missing =
            |e: std::io::Error| format!("curl could not be started ({e}); install it to reach providers");
        let mut child = Command::new("curl")
            // Ignores the user's settings; must be the first argument.
            .args(["--disable", "--config", "-"])
            .env_clear()
            .envs(
                VARIABLES
                    .iter()
                    .filter_map(|name| Some((name, std::env::var_os(name)?))),
            )
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(missing)?;
        let (Some(mut input), Some(answer)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("curl has no input or output".to_owned());
        };
        // If curl exits early, reading its response reports the failure.
        let _ = input.write_all(settings(request).as_bytes());
        drop(input);
        Ok(Exchange {
            child,
            answer: BufReader::with_capacity(PIECE, answer),
            head_came: false,
        })
    }

    /// Waits for the next part of the response. Nothing follows `End` or `Failed`.
    pub(super) fn next(&mut self) -> Arrived {
        if !self.head_came {
            return match self.head() {
                Some((status, headers)) => {
                    self.head_came = true;
                    Arrived::Head(status, headers)
                }
                None => Arrived::Failed(self.error_message()),
            };
        }
        let piece = match self.answer.fill_buf() {
            Ok(piece) => piece.to_vec(),
            Err(e) => return Arrived::Failed(e.to_string()),
        };
        self.answer.consume(piece.len());
        if !piece.is_empty() {
            return Arrived::Bytes(piece);
        }
        match self.child.wait() {
            Ok(status) if status.success() => Arrived::End,
            _ => Arrived::Failed(self.error_message()),
        }
    }

    /// Reads the status line and the headers, up to the blank line.
    fn head(&mut self) -> Option<(u16, Vec<(String, String)>)> {
        let status = self.line()?.split_whitespace().nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else {
                return Some((status, headers));
            };
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        let read = self.answer.read_until(b'\n', &mut line).ok()?;
        (read > 0).then(|| String::from_utf8_lossy(&line).trim_end().to_owned())
    }

    /// Returns curl's error message, which never contains headers or the body.
    fn error_message(&mut self) -> String {
        let mut said = String::new();
        if let Some(errors) = &mut self.child.stderr {
            let _ = errors.take(2_000).read_to_string(&mut said);
        }
        match said.trim() {
            "" => "the connection ended without a response".to_owned(),
            said => said.to_owned(),
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Formats the request as a curl configuration.
fn settings(request: &HttpRequest) -> String {
    let mut text =
        String::from("silent\nshow-error\nno-buffer\ninclude\nhttp1.1\ngloboff\nsuppress-connect-headers\n");
    text.push_str("proto = \"=http,https\"\n");
    text.push_str(&format!("connect-timeout = {CONNECT_SECONDS}\n"));
    // A rate below one byte per second for this duration counts as silence.
    text.push_str(&format!(
        "speed-limit = 1\nspeed-time = {}\n",
        request.silence_ms.div_ceil(1000)
    ));
    text.push_str(&format!("request = {}\n", quote(&request.method)));
    text.push_str(&format!("url = {}\n", quote(&request.url)));
    // Disables `Expect: 100-continue`, which delays the body until the server agrees.
    text.push_str("header = \"expect:\"\n");
    for (name, value) in &request.headers {
        text.push_str(&format!("header = {}\n", quote(&format!("{name}: {value}"))));
    }
    if !request.body.is_empty() {
        text.push_str(&format!("data-raw = {}\n", quote(&request.body)));
    }
    text
}

fn quote(value: &str) -> String {
    let mut text = String::with_capacity(value.len() + value.len() / 8 + 2);
    text.push('"');
    for letter in value.chars() {
        match letter {
            '"' | '\\' => {
                text.push('\\');
                text.push(letter);
            }
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            letter => text.push(letter),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_in_the_curl_configuration() {
        let request = HttpRequest {
            method: "POST".into(),
            url: "https://x/v1\"\noutput = \"/tmp/x".into(),
            headers: vec![("x-api-key".into(), "k\\".into())],
            body: "{\"a\":\"\\n톱\"}".into(),
            silence_ms: 1_500,
        };
        let text = settings(&request);
        assert!(
            text.contains("url = \"https://x/v1\\\"\\noutput = \\\"/tmp/x\"\n"),
            "{text}"
        );
        assert!(text.contains("header = \"x-api-key: k\\\\\"\n"), "{text}");
        assert!(
            text.contains("data-raw = \"{\\\"a\\\":\\\"\\\\n톱\\\"}\"\n"),
            "{text}"
        );
        assert!(text.contains("speed-time = 2\n"), "{text}");
    }
}
