//! The question before a change of the drawing's unit: whether the numbers are converted, or stay and mean other sizes.

use super::document::{Caller, Request};
use super::i18n::Msg;
use super::state::App;
use leptos::prelude::*;
use serde_json::{Value, json};
use trammel_canvas::number_format::format_number;
use trammel_scene::{Scene, Units};

/// Takes another unit than that of the drawing out of the input of a call of `set_drawing`, for [`change`].
pub(crate) fn take_units(app: App, tool: &str, input: &mut Value) -> Option<Units> {
    let units = Units::find(input.get("units")?.as_str()?)?;
    let is_other = tool == "set_drawing" && units != app.doc.title.get_untracked().1;
    is_other.then(|| input.as_object_mut().map(|input| input.remove("units")))?;
    Some(units)
}

/// Name of the tool that converts.
const CONVERT: &str = "convert_units";

/// Changes the unit of the drawing. Asks first if the drawing has a size. Returns whether the unit was changed.
pub(crate) async fn change(app: App, to: Units) -> bool {
    let (from, bounds) = app.document.scene(|scene| (scene.units(), scene.bounds()));
    if from == to {
        return false;
    }
    let tool = match bounds {
        None => "set_drawing",
        Some(bounds) => {
            let factor = from.millimeters() / to.millimeters();
            let size = |factor: f64, units: Units| {
                let [width, height] =
                    [bounds.width(), bounds.height()].map(|size| format_number(size * factor));
                format!("{width} × {height} {}", units.as_str())
            };
            let question = app.say(
                Msg::ChangeUnitQuestion,
                &[
                    ("now", &size(1.0, from)),
                    ("converted", &size(factor, to)),
                    ("kept", &size(1.0, to)),
                    ("times", &format_number(1.0 / factor)),
                ],
            );
            let answers = [
                (Msg::ConvertNumbers, "unit-convert"),
                (Msg::KeepNumbers, "unit-keep"),
            ];
            match app.ask(Msg::ChangeUnit, question, &answers).await {
                Some(0) => CONVERT,
                Some(_) => "set_drawing",
                None => return false,
            }
        }
    };
    let request = Request::Call {
        tool: tool.to_owned(),
        input: json!({ "units": to }),
    };
    let reply = app.document.run(Caller::User, request).await;
    let is_changed = reply.failure().is_none();
    if is_changed && tool == CONVERT {
        // The same sizes have other numbers, at which the camera does not look.
        app.view.fit_to(app.document.scene(Scene::bounds));
    }
    is_changed
}
