//! Limits and prices of models.
//!
//! The data has a date (`models.json`), and the user may override rows. **Unknown prices are never estimated**:
//! [`ModelInfo::cost`] returns `None`, and an app then shows tokens only. Money is counted in billionths of a US
//! dollar.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

use super::{Provider, Usage};

/// Prices in US dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Uncached input.
    pub input: f64,
    /// Output, reasoning included.
    pub output: f64,
    /// Input read from the cache; defaults to `input`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_read: Option<f64>,
    /// Input written to the cache; defaults to `input`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<f64>,
}

/// Different prices for requests with long input.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Above {
    /// The price applies to requests with more input tokens than this.
    pub input_tokens: u64,
    /// Prices of all tokens of such a request.
    pub price: Price,
}

/// Known data of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Id of the provider.
    pub provider: String,
    /// Model id, without a date.
    pub id: String,
    /// Size of the context window, in tokens.
    pub window: u64,
    /// Maximum output of one turn, in tokens.
    pub output: u32,
    /// Whether the model accepts images.
    pub images: bool,
    /// Prices, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Prices for long input, if different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<Above>,
}

impl Model {
    /// Returns the user's rows with the window and the image input of a model as its server describes them. Prices that the
    /// user has entered stay.
    pub fn rows_with(rows: &[Model], provider: &Provider, id: &str, window: u64, images: bool) -> Vec<Model> {
        let mut rows = rows.to_vec();
        match rows
            .iter_mut()
            .find(|row| row.provider == provider.id && row.id == id)
        {
            Some(row) => (row.window, row.images) = (window, images),
            None => rows.push(Model {
                provider: provider.id.to_owned(),
                id: id.to_owned(),
                window,
                // Half of a small window stays for the conversation.
                output: provider
                    .defaults
                    .output
                    .min(u32::try_from(window / 2).unwrap_or(u32::MAX)),
                images,
                price: None,
                above: None,
            }),
        }
        rows
    }
}

/// Table of models with its date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Models {
    /// Date of the data, `YYYY-MM-DD`.
    pub as_of: String,
    /// One row per model.
    pub models: Vec<Model>,
}

static SHIPPED: LazyLock<Models> = LazyLock::new(|| {
    serde_json::from_str(include_str!("models.json")).unwrap_or(Models {
        as_of: String::new(),
        models: Vec::new(),
    })
});

impl Models {
    /// Returns the table that is shipped with the program.
    pub fn built_in() -> &'static Models {
        &SHIPPED
    }

    /// Returns this table with the user's own rows, which take precedence.
    #[must_use]
    pub fn with(&self, own: &[Model]) -> Models {
        Models {
            as_of: self.as_of.clone(),
            models: own.iter().chain(&self.models).cloned().collect(),
        }
    }

    /// Returns the known limits and prices of a model, or the provider's defaults.
    pub fn find(&self, provider: &Provider, id: &str) -> ModelInfo {
        let row = self
            .models
            .iter()
            .find(|row| row.provider == provider.id && is_dated(id, &row.id));
        match row {
            Some(row) => ModelInfo {
                window: row.window,
                output: row.output,
                images: row.images,
                price: row.price,
                above: row.above,
            },
            None => ModelInfo {
                window: provider.defaults.window,
                output: provider.defaults.output,
                images: provider.defaults.images,
                price: None,
                above: None,
            },
        }
    }
}

/// Whether `id` equals `row`, optionally followed by a date or `-latest`.
fn is_dated(id: &str, row: &str) -> bool {
    match id.strip_prefix(row) {
        Some("" | "-latest") => true,
        Some(rest) => rest.strip_prefix('-').is_some_and(is_date),
        None => false,
    }
}

/// Whether this end of a model id is a date. A version number has fewer digits than a year.
pub(super) fn is_date(end: &str) -> bool {
    let first = end.find('-').unwrap_or(end.len());
    first >= 4 && end.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

/// Known or assumed limits and prices of one model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModelInfo {
    /// Size of the context window, in tokens.
    pub window: u64,
    /// Maximum output of one turn, in tokens.
    pub output: u32,
    /// Whether the model accepts images.
    pub images: bool,
    price: Option<Price>,
    above: Option<Above>,
}

impl ModelInfo {
    /// Returns the cost of one request in billionths of a US dollar: the cost reported by the provider, or the cost
    /// computed from the prices. `None` if neither is known.
    pub fn cost(&self, usage: &Usage) -> Option<u64> {
        if usage.billed.is_some() {
            return usage.billed;
        }
        let above = self.above.filter(|above| usage.input() > above.input_tokens);
        let price = above.map(|above| above.price).or(self.price)?;
        let part = |tokens: u64, dollars: f64| tokens as f64 * dollars * 1e3;
        let cost = part(usage.input_uncached, price.input)
            + part(usage.cache_read, price.cache_read.unwrap_or(price.input))
            + part(usage.cache_write, price.cache_write.unwrap_or(price.input))
            + part(usage.output, price.output);
        Some(cost.round() as u64)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{PROVIDERS, provider};

    fn known(id: &str, model: &str) -> ModelInfo {
        Models::built_in().find(provider(id).unwrap(), model)
    }

    #[test]
    fn the_window_of_a_local_model_becomes_a_row_of_the_user() {
        let ollama = provider("ollama").unwrap();
        let rows = Model::rows_with(&[], ollama, "llava", 8_192, true);
        let found = Models::built_in().with(&rows).find(ollama, "llava");
        assert_eq!(
            (found.window, found.images, found.output <= 4_096),
            (8_192, true, true)
        );
        // A price that the user has entered stays.
        let mut own = rows;
        own[0].price = Some(Price {
            input: 1.0,
            output: 2.0,
            cache_read: None,
            cache_write: None,
        });
        let again = Model::rows_with(&own, ollama, "llava", 4_096, false);
        assert_eq!(
            (again.len(), again[0].window, again[0].price),
            (1, 4_096, own[0].price)
        );
        assert_eq!(Model::rows_with(&again, ollama, "other", 4_096, false).len(), 2);
    }

    #[test]
    fn the_shipped_model_table_is_valid() {
        let models: Models = serde_json::from_str(include_str!("models.json")).unwrap();
        assert_eq!(&models, Models::built_in());
        let numbers: Vec<&str> = models.as_of.split('-').collect();
        assert!(numbers.len() == 3 && numbers.iter().all(|n| n.parse::<u16>().is_ok()));
        for (at, row) in models.models.iter().enumerate() {
            assert!(PROVIDERS.iter().any(|p| p.id == row.provider), "{}", row.provider);
            assert!(u64::from(row.output) < row.window, "{}", row.id);
            assert!(
                models.models[..at]
                    .iter()
                    .all(|other| (&other.provider, &other.id) != (&row.provider, &row.id))
            );
        }
        for provider in PROVIDERS {
            assert!(
                u64::from(provider.defaults.output) < provider.defaults.window,
                "{}",
                provider.id
            );
        }
    }

    #[test]
    fn cost_is_computed_from_usage_and_prices() {
        let usage = Usage {
            input_uncached: 1_000,
            cache_read: 10_000,
            cache_write: 2_000,
            output: 500,
            ..Usage::default()
        };
        // 0.004 + 0.002 + 0.01 + 0.01 dollars.
        assert_eq!(
            known("anthropic", "claude-opus-5-5").cost(&usage),
            Some(26_000_000)
        );
        assert_eq!(
            known("anthropic", "claude-opus-5-5-20260922").cost(&usage),
            Some(26_000_000)
        );
        // Without a price of its own, cached input costs as much as other input.
        assert_eq!(
            known("mistral", "mistral-small-2603").cost(&usage),
            Some(2_250_000)
        );
        for (provider, model) in [
            ("anthropic", "claude-opus-5-6"),
            ("ollama", "qwen3"),
            ("openai", "claude-opus-5-5"),
        ] {
            assert_eq!(known(provider, model).cost(&usage), None, "{provider} {model}");
        }
        let billed = Usage {
            billed: Some(950_000),
            ..usage
        };
        assert_eq!(known("openrouter", "anything").cost(&billed), Some(950_000));
    }

    #[test]
    fn long_inputs_use_the_higher_price() {
        let usage = |input_uncached| Usage {
            input_uncached,
            ..Usage::default()
        };
        let model = known("anthropic", "claude-haiku-5-5");
        assert_eq!(model.cost(&usage(100_000)), Some(10_000_000));
        assert_eq!(model.cost(&usage(100_001)), Some(50_000_500));
    }

    #[test]
    fn a_row_applies_to_its_own_versions_with_a_date_only() {
        let mut own = Models::built_in().models[0].clone();
        (own.provider, own.id, own.window) = ("anthropic".into(), "claude-opus-5".into(), 5);
        let models = Models::built_in().with(&[own]);
        let window = |id: &str| models.find(provider("anthropic").unwrap(), id).window;
        for id in [
            "claude-opus-5",
            "claude-opus-5-latest",
            "claude-opus-5-20260801",
            "claude-opus-5-2026-08-01",
            "claude-opus-5-0801",
        ] {
            assert_eq!(window(id), 5, "{id}");
        }
        let shipped = known("anthropic", "claude-opus-5-5").window;
        for id in ["claude-opus-5-5", "claude-opus-5-5-20260922"] {
            assert_eq!(window(id), shipped, "{id}");
        }
        assert_ne!(window("claude-opus-5-6-20261101"), 5);
    }

    #[test]
    fn rows_of_the_user_override_shipped_models() {
        let mut own = Models::built_in().models[1].clone();
        own.price = None;
        own.window = 5;
        let models = Models::built_in().with(&[own]);
        let found = models.find(provider("anthropic").unwrap(), "claude-opus-5-5");
        assert_eq!((found.window, found.price), (5, None));
    }
}
