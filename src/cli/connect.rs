//! Which model to talk to: `--provider`, `--model`, `--base-url`, and the key from the environment.

use super::args::Args;
use crate::agent::Connection;
use crate::llm::{Endpoint, KeyNeed, PROVIDERS, Provider, Secret, provider};
use crate::suggest;

/// Takes the three options of `command`.
///
/// # Errors
/// There is no such provider, or something it needs is missing.
pub(super) fn connection(args: &mut Args, command: &str) -> Result<Connection, String> {
    let chosen = args.option("--provider")?;
    let model = args.option("--model")?;
    let base_url = args.option("--base-url")?;
    let ids = || {
        let reachable = PROVIDERS.iter().filter(|provider| !provider.in_browser());
        reachable.map(|provider| provider.id)
    };
    let list = || ids().collect::<Vec<_>>().join(", ");
    let chosen = chosen.ok_or_else(|| format!("{command} needs --provider: use {}", list()))?;
    let found = provider(&chosen).ok_or_else(|| {
        let near = suggest::nearest(&chosen, ids());
        let hint = near
            .first()
            .map(|near| format!(" Did you mean '{near}'?"))
            .unwrap_or_default();
        format!("unknown provider '{chosen}': use {}.{hint}", list())
    })?;
    if found.in_browser() {
        return Err(format!(
            "{command} cannot use {}: that model is a part of some browsers; open the app there, or choose another provider",
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
    Ok(Connection {
        provider: found.id.to_owned(),
        model,
        endpoint: Endpoint {
            base_url,
            key: key(found)?,
        },
    })
}

/// The provider's usual variable, else ours.
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
            "there is no key for {}: set {usual} or TRAMMEL_API_KEY",
            provider.label
        ));
    }
    Ok(key)
}
