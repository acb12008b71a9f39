//! Connection of a conversation: `--provider`, `--model`, `--base-url`, and the key from the environment.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use trammel_agent::Connection;
use trammel_llm::{Endpoint, KeyNeed, PROVIDERS, Provider, Secret, is_on_this_computer, provider};

/// The model of a conversation.
#[derive(Debug, clap::Args)]
pub(super) struct ConnectionArgs {
    /// The provider; the key comes from its usual variable or TRAMMEL_API_KEY
    #[arg(long, value_name = "ID", value_parser = providers())]
    provider: &'static Provider,
    /// The provider's model (default: its first)
    #[arg(long, value_name = "M")]
    model: Option<String>,
    /// Another address of the provider
    #[arg(long, value_name = "U", value_hint = clap::ValueHint::Url)]
    base_url: Option<String>,
}

/// Returns a parser of provider ids. Providers that exist only in browsers are accepted but hidden, so that
/// [`connection`] can report the reason why they are unavailable.
fn providers() -> impl TypedValueParser<Value = &'static Provider> {
    let ids = PROVIDERS
        .iter()
        .map(|row| PossibleValue::new(row.id).hide(row.in_browser()));
    PossibleValuesParser::new(ids).try_map(|id| provider(&id).ok_or("is not a provider"))
}

/// Returns the connection that the arguments of `command` describe.
///
/// # Errors
/// Returns an error if the provider runs only in a browser, or if a model, address, or key that the provider
/// needs is missing.
pub(super) fn connection(args: ConnectionArgs, command: &str) -> Result<Connection, String> {
    let ConnectionArgs {
        provider: found,
        model,
        base_url,
    } = args;
    if found.in_browser() {
        return Err(format!(
            "{command} cannot use {}: its model is built into some browsers. Open the app there, or choose another provider.",
            found.id
        ));
    }
    let model = model.unwrap_or_else(|| found.default_model().to_owned());
    if model.is_empty() {
        return Err(format!("{command} with {} needs --model", found.id));
    }
    let base_url = base_url.unwrap_or_else(|| found.base_url.to_owned());
    if found.has_address() && !base_url.starts_with("https://") && !base_url.starts_with("http://") {
        return Err(format!(
            "{command} with {} needs --base-url with http:// or https://, got '{base_url}'",
            found.id
        ));
    }
    let key = key(found)?;
    if !key.is_empty() && base_url.starts_with("http://") && !is_on_this_computer(&base_url) {
        return Err(format!(
            "{command} does not send the key to '{base_url}', because http:// is not encrypted. Use https://, or remove \
             the key from the environment."
        ));
    }
    Ok(Connection {
        provider: found.id.to_owned(),
        model,
        endpoint: Endpoint { base_url, key },
    })
}

/// Reads the key from the provider's usual environment variable, or else from `TRAMMEL_API_KEY`.
fn key(provider: &Provider) -> Result<Secret, String> {
    if provider.key == KeyNeed::None {
        return Ok(Secret::default());
    }
    let names = [provider.key_variable, Some("TRAMMEL_API_KEY")];
    let mut values = names.iter().flatten().filter_map(|name| std::env::var(name).ok());
    let key = Secret::new(&values.find(|value| !value.trim().is_empty()).unwrap_or_default());
    if key.is_empty() && provider.needs_key() {
        let usual = provider.key_variable.unwrap_or("TRAMMEL_API_KEY");
        return Err(format!(
            "the API key for {} is missing: set {usual} or TRAMMEL_API_KEY",
            provider.label
        ));
    }
    Ok(key)
}
