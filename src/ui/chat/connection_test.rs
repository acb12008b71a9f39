//! The connection test of the settings, and its result.
//!
//! Invariants: the test uses the fields as typed and stores nothing; a result is shown only while the fields that it
//! belongs to are unchanged; a result never holds the key. `llm::probe` decides which requests are sent and how to
//! judge the responses.

use super::connection::Choice;
use super::cost::Cost;
use super::http::{self, Arrived};
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use leptos::task::spawn_local;
use trammel_language::{Bilingual, Language};
use trammel_llm::models::Model;
use trammel_llm::probe::{Next, Outcome, Probe, Verdict};
use trammel_llm::{
    ApiError, Endpoint, ErrorKind, HttpRequest, NextSkill, Provider, Reach, Secret, SkillProbe, Skills,
    provider,
};
use web_sys::{AbortController, AbortSignal};

/// The tested values: provider, address, model, and key.
type Subject = (String, String, String, String);

/// State of the latest test.
#[derive(Clone, PartialEq)]
enum State {
    /// The test is running.
    Busy,
    /// The test has finished.
    Over {
        verdict: Verdict,
        seconds: f64,
        /// The unlisted model id that was replaced by the server's first model.
        replaced: Option<String>,
        /// Whether the server answers requests that a page cannot read; `None` if the connection works.
        is_running: Option<bool>,
        /// What the model can do; `None` while the model is asked.
        skills: Option<Skills>,
    },
}

/// The connection tests of one form.
#[derive(Clone, Copy)]
pub(super) struct Trial {
    app: App,
    choice: RwSignal<Choice>,
    key: RwSignal<String>,
    latest: RwSignal<Option<(Subject, State)>>,
    abort: StoredValue<Option<AbortController>, LocalStorage>,
}

impl Trial {
    /// Creates the state without a test. A running test is aborted when the form is removed.
    pub(super) fn of(choice: RwSignal<Choice>, key: RwSignal<String>) -> Self {
        let trial = Self {
            app: app(),
            choice,
            key,
            latest: RwSignal::new(None),
            abort: StoredValue::new_local(None),
        };
        on_cleanup(move || trial.give_up());
        trial
    }

    /// Returns the models that the tested server lists; empty if the provider or address has changed since the test.
    pub(super) fn models(self) -> Vec<String> {
        let (provider, address, ..) = self.subject();
        self.latest.with(|latest| match latest {
            Some((subject, State::Over { verdict, .. }))
                if (&subject.0, &subject.1) == (&provider, &address) =>
            {
                verdict.models.clone()
            }
            _ => Vec::new(),
        })
    }

    /// Starts a test of a complete choice, and aborts a running one.
    pub(super) fn begin(self, provider: &'static Provider, picked: &Choice, key: &Secret) {
        self.give_up();
        let Ok(controller) = AbortController::new() else {
            return;
        };
        let signal = controller.signal();
        self.abort.set_value(Some(controller.clone()));
        let subject = untrack(|| self.subject());
        self.latest.set(Some((subject.clone(), State::Busy)));
        let (probe, next) = Probe::begin(provider, &picked.model, picked.endpoint(key.clone()));
        let began = js_sys::Date::now();
        let (model, base_url) = (picked.model.clone(), picked.base_url.clone());
        let endpoint = picked.endpoint(key.clone());
        let language = self.app.lang();
        spawn_local(async move {
            let verdict = run_probe(probe, next, &signal, language).await;
            // The test was aborted, or the form was removed.
            if signal.aborted() {
                return;
            }
            let seconds = (js_sys::Date::now() - began).max(0.0) / 1e3;
            let mut subject = subject;
            let mut replaced = None;
            // A local server offers only its installed models, so the first of them replaces an unlisted one.
            let first = verdict.models.first().filter(|_| provider.is_local());
            if let (Outcome::NotListed, Some(first)) = (&verdict.outcome, first)
                && untrack(|| self.subject()) == subject
            {
                self.choice.update(|choice| choice.model.clone_from(first));
                subject.2.clone_from(first);
                replaced = Some(model);
            }
            let is_lost =
                matches!(&verdict.outcome, Outcome::Failed(error) if error.kind == ErrorKind::Network);
            let is_running = if is_lost {
                Some(http::is_running(&base_url).await)
            } else {
                None
            };
            if signal.aborted() {
                return;
            }
            let model = subject.2.clone();
            let works = matches!(
                verdict.outcome,
                Outcome::Answered | Outcome::Listed | Outcome::NotListed
            );
            let over = move |skills| State::Over {
                verdict: verdict.clone(),
                seconds,
                replaced: replaced.clone(),
                is_running,
                skills,
            };
            self.latest
                .set(Some((subject.clone(), over((!works).then(Skills::default)))));
            if works {
                let skills = run_skills(provider, &model, endpoint, &signal).await;
                if signal.aborted() {
                    return;
                }
                self.keep(provider, &model, skills);
                self.latest.set(Some((subject, over(Some(skills)))));
            }
            // The connection is still open if the provider only fell silent.
            controller.abort();
        });
    }

    /// Keeps the window of a model on a local server among the user's rows of models, from which the gauge takes it.
    fn keep(self, provider: &Provider, model: &str, skills: Skills) {
        if let Some(window) = skills.window {
            let images = skills.pictures.unwrap_or(provider.defaults.images);
            let cost = self.app.chat.cost;
            cost.update(|cost| cost.models = Model::rows_with(&cost.models, provider, model, window, images));
            cost.with_untracked(Cost::store);
            self.app.chat.apply_cost();
        }
    }

    fn give_up(self) {
        let running = self.abort.try_update_value(Option::take).flatten();
        if let Some(controller) = running {
            controller.abort();
        }
    }

    fn subject(self) -> Subject {
        let (provider, address, model) = self.choice.with(|choice| {
            let Choice {
                provider,
                base_url,
                model,
                ..
            } = choice;
            (
                provider.clone(),
                base_url.trim().to_owned(),
                model.trim().to_owned(),
            )
        });
        (provider, address, model, self.key.get().trim().to_owned())
    }

    /// Returns the state of the latest test, if its values are still the ones in the form.
    fn state(self) -> Option<State> {
        let subject = self.subject();
        self.latest.with(|latest| match latest {
            Some((about, state)) if *about == subject => Some(state.clone()),
            _ => None,
        })
    }
}

/// The result of the latest test, as a live region.
#[component]
pub(super) fn TrialResult(trial: Trial) -> impl IntoView {
    let app = app();
    let shown = Memo::new(move |_| trial.state());
    let tag = move || {
        shown.with(|state| match state {
            None => "",
            Some(State::Busy) => "busy",
            Some(State::Over { verdict, .. }) => tag(&verdict.outcome),
        })
    };
    let text = move || {
        let (id, address, mut model, _) = trial.subject();
        let found = provider(&id);
        let label = found.map_or("", |provider| provider.label);
        if model.is_empty() {
            found.map_or("", Provider::default_model).clone_into(&mut model);
        }
        shown.with(|state| match state {
            None => String::new(),
            Some(State::Busy) => app.text_with(Msg::TestBusy, &[("provider", label)]),
            Some(State::Over {
                verdict,
                seconds,
                replaced,
                is_running,
                ..
            }) => {
                let n = verdict.models.len().to_string();
                let seconds = format!("{seconds:.1}");
                let values = [
                    ("provider", label),
                    ("address", &address),
                    ("model", &model),
                    ("n", &n),
                    ("s", &seconds),
                    ("old", replaced.as_deref().unwrap_or_default()),
                ];
                match &verdict.outcome {
                    Outcome::Answered => app.text_with(Msg::TestAnswered, &values),
                    Outcome::Listed => app.text_with(Msg::TestListed, &values),
                    Outcome::NotListed if replaced.is_some() => app.text_with(Msg::TestReplaced, &values),
                    Outcome::NotListed => app.text_with(Msg::TestNotListed, &values),
                    Outcome::NoModel => app.text_with(Msg::TestNoModel, &values),
                    Outcome::Failed(error) => failure(app, &id, (error, *is_running), &values),
                }
            }
        })
    };
    view! {
        <p class="test-result" role="status" data-testid="test-result" data-verdict=tag>{text}</p>
        <Abilities shown />
    }
}

/// What the tested model can do, as a live region.
#[component]
fn Abilities(shown: Memo<Option<State>>) -> impl IntoView {
    let app = app();
    let text = move || {
        shown.with(|state| match state {
            Some(State::Over { skills: None, .. }) => app.text(Msg::SkillsBusy).to_owned(),
            Some(State::Over {
                skills: Some(skills), ..
            }) => abilities(app, *skills),
            _ => String::new(),
        })
    };
    let is_busy =
        move || shown.with(|state| matches!(state, Some(State::Over { skills: None, .. })).to_string());
    view! { <p class="test-result" role="status" data-testid="test-skills" data-busy=is_busy>{text}</p> }
}

/// Returns what a model can do, in sentences. Tracks the language.
fn abilities(app: App, skills: Skills) -> String {
    let tools = skills
        .tools
        .map(|can| app.text(if can { Msg::SkillTools } else { Msg::SkillNoTools }));
    let pictures = skills.pictures.map(|can| {
        app.text(if can {
            Msg::SkillPictures
        } else {
            Msg::SkillNoPictures
        })
    });
    let window = skills
        .window
        .map(|window| app.text_with(Msg::SkillWindow, &[("n", &window.to_string())]));
    let parts = tools.into_iter().chain(pictures).map(str::to_owned).chain(window);
    parts.collect::<Vec<_>>().join(" ")
}

/// Returns the category of a result, for the style sheet and for tests.
fn tag(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Answered | Outcome::Listed => "works",
        Outcome::NotListed | Outcome::NoModel => "model",
        Outcome::Failed(error) => match error.kind {
            ErrorKind::NoKey
            | ErrorKind::BadKey
            | ErrorKind::Auth
            | ErrorKind::CorsForbidden
            | ErrorKind::Permission => "key",
            ErrorKind::ModelNotFound => "model",
            ErrorKind::Network | ErrorKind::NoAddress => "reach",
            ErrorKind::RateLimited => "limited",
            ErrorKind::Billing => "credit",
            ErrorKind::Overloaded | ErrorKind::Server => "trouble",
            _ => "request",
        },
    }
}

/// Returns the message for a failed test: the cause and the remedy. Tracks the language.
fn failure(
    app: App,
    id: &str,
    (error, is_running): (&ApiError, Option<bool>),
    values: &[(&str, &str)],
) -> String {
    let why = error.message.trim_end_matches('.');
    let status = error
        .status
        .map_or_else(|| "–".to_owned(), |status| status.to_string());
    let mut values = values.to_vec();
    values.extend([("why", why), ("status", &status)]);
    let text = match error.kind {
        ErrorKind::NoKey | ErrorKind::BadKey | ErrorKind::Auth => Msg::TestKey,
        ErrorKind::CorsForbidden => Msg::TestOrganization,
        ErrorKind::Permission => Msg::TestPermission,
        ErrorKind::Billing => Msg::TestCredit,
        ErrorKind::ModelNotFound => Msg::TestModel,
        ErrorKind::RateLimited => Msg::TestLimited,
        ErrorKind::Overloaded | ErrorKind::Server => Msg::TestTrouble,
        ErrorKind::Network | ErrorKind::NoAddress => {
            let help = provider(id).and_then(|provider| match provider.reach {
                Reach::Plain | Reach::Organization => None,
                _ => super::provider_help::help(app, provider),
            });
            let help = help.unwrap_or_else(|| app.text(Msg::TestReachCloud).to_owned());
            let what = match is_running {
                Some(true) => Msg::TestCors,
                Some(false) => Msg::TestNotRunning,
                None => Msg::TestReach,
            };
            return format!("{} {help}", app.text_with(what, &values));
        }
        _ => Msg::TestRequest,
    };
    app.text_with(text, &values)
}

/// Sends the requests of a probe until it is done.
async fn run_probe(mut probe: Probe, mut next: Next, signal: &AbortSignal, language: Language) -> Verdict {
    loop {
        let request = match next {
            Next::Send(request) => request,
            Next::Done(verdict) => return verdict,
        };
        next = match answer(&request, signal).await {
            Ok((status, headers, body)) => probe.handle_response(status, &headers, &body),
            Err(why) => probe.fail_unreachable(why.text(language)),
        };
    }
}

/// Asks a connected model what it can do.
async fn run_skills(provider: &Provider, model: &str, endpoint: Endpoint, signal: &AbortSignal) -> Skills {
    let (mut probe, mut next) = SkillProbe::begin(provider, model, endpoint);
    loop {
        let request = match next {
            NextSkill::Send(request) => request,
            NextSkill::Done(skills) => return skills,
        };
        next = match answer(&request, signal).await {
            Ok((status, _, body)) => probe.handle_response(status, &body),
            Err(_) => probe.handle_loss(),
        };
    }
}

/// A complete response: status, headers, and body.
pub(super) type Answer = (u16, Vec<(String, String)>, Vec<u8>);

/// Sends a request and reads the whole response.
///
/// # Errors
/// Returns the browser's error message if no response arrives.
pub(super) async fn answer(request: &HttpRequest, signal: &AbortSignal) -> Result<Answer, Bilingual> {
    let (mut status, mut headers, mut body) = (0, Vec::new(), Vec::new());
    let report = |arrived| match arrived {
        Arrived::Head(code, fields) => (status, headers) = (code, fields),
        Arrived::Bytes(bytes) => body.extend(bytes),
    };
    http::send(request, signal, report).await?;
    Ok((status, headers, body))
}
