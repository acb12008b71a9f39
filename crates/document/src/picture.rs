//! Picture of a shared drawing, for the page that other pages embed.

use crate::session::Session;
use trammel_formats::{link, svg};
use trammel_language::Language;
use trammel_run::{Limits, RunOutcome, RunRequest};

/// Picture of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Name of the drawing.
    pub name: String,
    /// SVG file.
    pub svg: String,
    /// Whether the drawing has text that needs the Hangul font while the font was not loaded.
    pub needs_hangul: bool,
}

/// Runs the code of a link with `run` and returns the picture of the drawing.
///
/// # Errors
/// Returns the reason if the link is damaged or its code does not run.
pub fn picture_of_link(
    fragment: &str,
    run: impl FnOnce(&RunRequest) -> RunOutcome,
) -> Result<Picture, String> {
    let project = link::decode(fragment).map_err(|error| error.to_string())?;
    let mut session = Session::of_project(&project, Limits::default()).map_err(|why| why.english)?;
    let pending = session.open();
    let outcome = run(pending.request());
    let needs_hangul = outcome.needs_hangul;
    session.finish(pending, outcome, 0.0);
    if let Some(failure) = session.broken() {
        return Err(failure.text(Language::English));
    }
    let scene = session.scene();
    Ok(Picture {
        name: scene.name().to_owned(),
        svg: svg::write(scene),
        needs_hangul,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::rc::Rc;
    use trammel_engine::execute;
    use trammel_formats::project::Project;
    use trammel_run::Clock;

    fn picture(code: &str) -> Result<Picture, String> {
        let link = link::encode(&Project::of_code(code)).unwrap();
        picture_of_link(&link, |request| execute(request, &(Rc::new(|| 0.0) as Clock)))
    }

    #[test]
    fn a_link_gives_the_picture_of_its_drawing() {
        let picture = picture("set_drawing({name: 'plate'});\ndrawCircle('hole', 1, 2, 3);").unwrap();
        assert_eq!(picture.name, "plate");
        assert!(picture.svg.contains("<circle"), "{}", picture.svg);
    }

    #[test]
    fn a_damaged_link_and_code_that_fails_are_refused_with_the_reason() {
        let error = picture("nothing();").unwrap_err();
        assert!(error.contains("nothing is not defined"), "{error}");
        let error = picture_of_link("t1.", |_| unreachable!("nothing to run")).unwrap_err();
        assert!(error.starts_with("the link is incomplete"), "{error}");
    }
}
