//! The page about the program: version, build, license, and the licenses of the works in it.

use super::view::TITLE;
use crate::runner::build_id;
use crate::ui::state::app;
use leptos::prelude::*;

/// Name of the page.
pub(in crate::ui) const ABOUT_LABEL: [&str; 2] = ["About Trammel", "Trammel 정보"];

const SUMMARY: [&str; 2] = [
    "2D CAD in a browser tab: the drawing is code that you and a language model change.",
    "브라우저 탭에서 쓰는 2D CAD예요. 도면은 사용자와 언어 모델이 함께 고치는 코드예요.",
];
const VERSION: [&str; 2] = ["Version", "버전"];
const BUILD: [&str; 2] = ["Build", "빌드"];
const UNKNOWN: [&str; 2] = ["without an identifier", "식별자 없음"];
const LICENSE: [&str; 2] = ["License", "라이선스"];
const OWN_LICENSE: [&str; 2] = [
    "MIT or Apache-2.0, at your choice",
    "MIT 또는 Apache-2.0 중에서 선택",
];
const LICENSES: [&str; 2] = [
    "Licenses of Trammel and of the works in it (opens a new tab)",
    "Trammel과 포함된 저작물의 라이선스(새 탭에서 열려요)",
];

/// File of the licenses beside the app, which `cargo xtask licenses` writes.
const LICENSES_FILE: &str = "licenses.txt";

/// The page.
#[component]
pub(super) fn AboutPage() -> impl IntoView {
    let app = app();
    let pick = move |text: [&'static str; 2]| app.prefs.lang.get().pick(text);
    let id = build_id();
    let (version, build) = match id.split_once('+') {
        Some((version, build)) => (version.to_owned(), Some(build.to_owned())),
        None => (id, None),
    };
    let build = move || build.clone().unwrap_or_else(|| pick(UNKNOWN).to_owned());
    view! {
        <h3 id=TITLE tabindex="-1" data-testid="guide-title">{move || pick(ABOUT_LABEL)}</h3>
        <p>{move || pick(SUMMARY)}</p>
        <dl class="about">
            <dt>{move || pick(VERSION)}</dt>
            <dd data-testid="about-version">{version}</dd>
            <dt>{move || pick(BUILD)}</dt>
            <dd data-testid="about-build">{build}</dd>
            <dt>{move || pick(LICENSE)}</dt>
            <dd>{move || pick(OWN_LICENSE)}</dd>
        </dl>
        <p>
            <a data-testid="about-licenses" href=LICENSES_FILE target="_blank" rel="noopener">
                {move || pick(LICENSES)}
            </a>
        </p>
    }
    .into_any()
}
