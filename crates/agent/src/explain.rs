//! Explanations of failed requests, in both languages: the cause, the state of the drawing, and the next step.

use trammel_language::Bilingual;
use trammel_llm::{ApiError, ErrorKind, Provider};

/// Action that the page offers after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Check the key in the settings.
    CheckKey,
    /// Choose another model in the settings.
    CheckModel,
    /// Check the address in the settings, or the connection.
    CheckAddress,
    /// Add credit or raise the limit at the provider.
    AddCredit,
    /// Try again without a change.
    Retry,
    /// Start a new conversation; the drawing stays.
    NewConversation,
    /// Rephrase the request.
    Rephrase,
}

/// Returns the cause of a failed request as one sentence.
pub(super) fn cause(error: &ApiError, provider: &str, model: &str) -> Bilingual {
    match error.kind {
        ErrorKind::NoKey => Bilingual::new(
            format!("The API key for {provider} is missing."),
            format!("API 키가 없어요: {provider}."),
        ),
        ErrorKind::BadKey => Bilingual::new(
            "The API key contains an invalid character.",
            "API 키에 쓸 수 없는 문자가 있어요.",
        ),
        ErrorKind::NoAddress => Bilingual::new(
            format!("The base URL for {provider} is missing."),
            format!("기본 URL이 없어요: {provider}."),
        ),
        ErrorKind::Auth => Bilingual::new(
            format!("{provider} did not accept the API key."),
            format!("{provider}에서 API 키를 받아 주지 않았어요."),
        ),
        ErrorKind::CorsForbidden => Bilingual::new(
            format!("{provider} does not accept keys of this organization from a browser."),
            format!("{provider}에서 이 조직의 키를 브라우저에서 받지 않아요."),
        ),
        ErrorKind::Permission => Bilingual::new(
            format!("This key may not use {model} at {provider}."),
            format!("{provider}에서 이 키로 쓸 수 없는 모델이에요: {model}."),
        ),
        ErrorKind::Billing => Bilingual::new(
            format!("The account at {provider} has no credit left or is at its spending limit."),
            format!("{provider} 계정의 잔액이 없거나 지출 한도에 닿았어요."),
        ),
        ErrorKind::ModelNotFound => Bilingual::new(
            format!("{provider} has no model named {model}."),
            format!("{provider}에 이런 모델이 없어요: {model}."),
        ),
        ErrorKind::ContextOverflow => Bilingual::new(
            format!("The conversation exceeds the context window of {model}."),
            format!("대화가 모델의 컨텍스트 창보다 길어요: {model}."),
        ),
        ErrorKind::BadRequest => {
            let said = sentence(&error.message);
            Bilingual::new(
                format!("{provider} did not accept the request: {said}"),
                format!("{provider}에서 요청을 받아 주지 않았어요: {said}"),
            )
        }
        ErrorKind::RateLimited => Bilingual::new(
            format!("{provider} limits the requests of this key per minute."),
            format!("{provider}에서 이 키의 분당 요청을 제한해요."),
        ),
        ErrorKind::Overloaded => Bilingual::new(
            format!("{provider} is overloaded."),
            format!("{provider}에 요청이 몰려 있어요."),
        ),
        ErrorKind::Server => Bilingual::new(
            format!("{provider} had an internal error."),
            format!("{provider} 서버에서 오류가 났어요."),
        ),
        ErrorKind::Network => Bilingual::new(
            format!("{provider} could not be reached."),
            format!("{provider}에 연결하지 못했어요."),
        ),
        ErrorKind::StreamTruncated => Bilingual::new("The response ended early.", "응답이 중간에 끊겼어요."),
        ErrorKind::Refused => Bilingual::new(
            format!("{model} declined to answer."),
            format!("모델이 답변을 거부했어요: {model}."),
        ),
        ErrorKind::Empty => Bilingual::new(
            format!("{model} returned an empty response."),
            format!("모델의 응답이 비어 있어요: {model}."),
        ),
        ErrorKind::BadCall => Bilingual::new(
            format!("{model} wrote a tool call that {provider} could not parse."),
            format!("모델의 도구 호출을 {provider}에서 해석하지 못했어요: {model}."),
        ),
    }
}

/// Ends the provider's words with a full stop and cuts them to 300 characters.
fn sentence(said: &str) -> String {
    let said: String = said.trim().chars().take(300).collect();
    if said.ends_with(['.', '!', '?']) {
        said
    } else {
        said + "."
    }
}

/// Returns the whole message and the remedy.
pub(super) fn explain(error: &ApiError, provider: &Provider, model: &str) -> (Bilingual, Remedy) {
    let cause = cause(error, provider.label, model);
    let (next, remedy) = next_step(error, provider);
    let message = Bilingual::new(
        format!("{} The drawing is kept; {}", cause.english, next.english),
        format!("{} 도면은 그대로 있으니 {}", cause.korean, next.korean),
    );
    (message, remedy)
}

/// Returns the next step as the second half of a sentence, and the remedy.
fn next_step(error: &ApiError, provider: &Provider) -> (Bilingual, Remedy) {
    let (english, korean, remedy) = match error.kind {
        ErrorKind::NoKey => (
            "enter a key in the settings, or choose the recorded demo.",
            "설정에서 키를 입력하거나 녹화된 데모를 고르세요.",
            Remedy::CheckKey,
        ),
        ErrorKind::BadKey => (
            "paste the key again in the settings.",
            "설정에서 키를 다시 붙여 넣으세요.",
            Remedy::CheckKey,
        ),
        ErrorKind::NoAddress => (
            "enter the base URL of the server in the settings, then try again.",
            "설정에서 서버의 기본 URL을 입력한 다음 다시 시도하세요.",
            Remedy::CheckAddress,
        ),
        ErrorKind::Auth => (
            "check the key in the settings, then try again.",
            "설정에서 키를 확인한 다음 다시 시도하세요.",
            Remedy::CheckKey,
        ),
        ErrorKind::CorsForbidden => (
            "use a key of another organization, or a proxy server.",
            "다른 조직의 키나 프록시 서버를 쓰세요.",
            Remedy::CheckKey,
        ),
        ErrorKind::Permission => (
            "choose another model or key in the settings.",
            "설정에서 다른 모델이나 키를 고르세요.",
            Remedy::CheckModel,
        ),
        ErrorKind::Billing => (
            "add credit or raise the limit at the provider, then try again.",
            "제공자에서 충전하거나 한도를 올린 다음 다시 시도하세요.",
            Remedy::AddCredit,
        ),
        ErrorKind::ModelNotFound => (
            "choose another model in the settings, then try again.",
            "설정에서 다른 모델을 고른 다음 다시 시도하세요.",
            Remedy::CheckModel,
        ),
        ErrorKind::ContextOverflow => (
            "start a new conversation, in which the model reads the drawing from the code.",
            "새 대화를 시작하세요. 모델은 코드에서 도면을 읽어요.",
            Remedy::NewConversation,
        ),
        ErrorKind::BadRequest if provider.in_browser() => (
            "try again, or choose another provider in the settings.",
            "다시 시도하거나 설정에서 다른 제공자를 고르세요.",
            Remedy::CheckModel,
        ),
        ErrorKind::BadRequest => (
            "check the base URL and the model in the settings, or start a new conversation.",
            "설정에서 기본 URL과 모델을 확인하거나 새 대화를 시작하세요.",
            Remedy::CheckAddress,
        ),
        ErrorKind::RateLimited => return (after_waiting(error.retry_after_ms), Remedy::Retry),
        ErrorKind::Overloaded | ErrorKind::Server => (
            "try again in a few minutes.",
            "몇 분 뒤에 다시 시도하세요.",
            Remedy::Retry,
        ),
        ErrorKind::Network if provider.is_local() => (
            "check that the server runs and allows requests from this page (CORS), as the settings describe.",
            "서버가 실행 중인지, 이 페이지의 요청(CORS)을 허용하는지 설정의 안내대로 확인하세요.",
            Remedy::CheckAddress,
        ),
        ErrorKind::Network => (
            "check the connection and the base URL in the settings. The server may also block browser requests (CORS).",
            "네트워크 연결과 설정의 기본 URL을 확인하세요. 서버가 브라우저 요청(CORS)을 막았을 수도 있어요.",
            Remedy::CheckAddress,
        ),
        ErrorKind::StreamTruncated => ("try again.", "다시 시도하세요.", Remedy::Retry),
        ErrorKind::Refused => (
            "rephrase the request.",
            "요청을 다르게 적어 보세요.",
            Remedy::Rephrase,
        ),
        ErrorKind::Empty | ErrorKind::BadCall => (
            "try again, or choose another model.",
            "다시 시도하거나 다른 모델을 고르세요.",
            Remedy::Retry,
        ),
    };
    (Bilingual::new(english, korean), remedy)
}

/// Returns the advice to wait as long as the provider asks, or for a minute.
fn after_waiting(retry_after_ms: Option<u64>) -> Bilingual {
    let seconds = retry_after_ms.map_or(60, |ms| ms.div_ceil(1000));
    if seconds < 120 {
        Bilingual::new(
            format!("try again in {seconds} s."),
            format!("{seconds}초 뒤에 다시 시도하세요."),
        )
    } else {
        let minutes = seconds.div_ceil(60);
        Bilingual::new(
            format!("try again in {minutes} min."),
            format!("{minutes}분 뒤에 다시 시도하세요."),
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_llm::provider;

    /// Every kind of failure. The match makes the compiler ask for a new kind here.
    fn kinds() -> Vec<ErrorKind> {
        use ErrorKind::*;
        let all = vec![
            NoKey,
            BadKey,
            NoAddress,
            Auth,
            CorsForbidden,
            Permission,
            Billing,
            ModelNotFound,
            ContextOverflow,
            BadRequest,
            RateLimited,
            Overloaded,
            Server,
            Network,
            StreamTruncated,
            Refused,
            Empty,
            BadCall,
        ];
        match NoKey {
            NoKey | BadKey | NoAddress | Auth | CorsForbidden | Permission | Billing | ModelNotFound
            | ContextOverflow | BadRequest | RateLimited | Overloaded | Server | Network
            | StreamTruncated | Refused | Empty | BadCall => all,
        }
    }

    #[test]
    fn error_messages_have_the_same_content_in_both_languages() {
        for provider in [provider("anthropic"), provider("ollama"), provider("builtin")] {
            let provider = provider.unwrap();
            for kind in kinds() {
                let error = ApiError {
                    retry_after_ms: Some(300_000),
                    ..ApiError::new(kind, "max_tokens is too large")
                };
                let (Bilingual { english, korean }, _) = explain(&error, provider, "model-7");
                for value in [provider.label, "model-7", "max_tokens is too large.", "5"] {
                    assert_eq!(
                        english.contains(value),
                        korean.contains(value),
                        "{value}: {english} / {korean}"
                    );
                }
                assert!(english.contains("The drawing is kept; "), "{english}");
                assert!(korean.contains("도면은 그대로 있으니 "), "{korean}");
                assert!(
                    english.ends_with('.') && korean.ends_with('.'),
                    "{english} / {korean}"
                );
            }
        }
    }
}
