//! The view-only preview of a drawing from a link or a file.
//!
//! Invariants: the project is opened in a separate session without storage; its code runs in separate workers, so that
//! an endless loop blocks nothing and ends when the preview closes; only the button "Open a copy" changes the user's own drawing.
//! Imported tools and notes are listed ([`brought`]) before the user takes them over.

mod brought;

use self::brought::BroughtView;
use super::import_file::{ImportFile, Receiver};
use crate::runner::Runner;
use crate::ui::button::IconButton;
use crate::ui::dialog::{self, CloseButton, Dialog, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::icons::Icon;
use crate::ui::library::starting;
use crate::ui::opening;
use crate::ui::painter::Painter;
use crate::ui::state::{App, app};
use leptos::{html, prelude::*, svg, task::spawn_local};
use std::{cell::RefCell, rc::Rc, sync::Arc};
use trammel_canvas::actions::ActionId;
use trammel_canvas::camera::{Camera, PAN_STEP, Viewport, ZOOM_STEP, wheel_factor};
use trammel_canvas::preview::Text;
use trammel_code::FileName;
use trammel_document::{Brought, Session};
use trammel_formats::project::Project;
use trammel_kernel::{Bounds, Point, Vec2};
use trammel_language::Bilingual;
use trammel_run::Limits;
use trammel_scene::Scene;
use web_sys::{KeyboardEvent, PointerEvent, WheelEvent};

/// Label of the button that adds the file to the present drawing.
const ADD_LABEL: Text = ["Add to this drawing", "이 도면에 더하기"];

/// Stage of the preview.
#[derive(Clone, PartialEq)]
enum Stage {
    Running,
    Drawn(usize),
    Failed(Bilingual),
}

impl Stage {
    fn tag(&self) -> &'static str {
        match self {
            Stage::Running => "running",
            Stage::Drawn(_) => "drawn",
            Stage::Failed(_) => "failed",
        }
    }
}

/// The previewed document.
struct Looked {
    session: RefCell<Session>,
    painter: Painter,
    runner: Runner,
}

/// Signals of the preview.
#[derive(Clone, Copy)]
struct PreviewView {
    camera: RwSignal<Camera>,
    viewport: RwSignal<Viewport>,
    bounds: RwSignal<Option<Bounds>>,
    stage: RwSignal<Stage>,
    /// Name of the drawing; empty if it has none.
    name: RwSignal<String>,
}

impl PreviewView {
    fn fit_drawing(self) {
        if let Some(bounds) = self.bounds.get_untracked() {
            self.camera
                .set(Camera::fit(&bounds, self.viewport.get_untracked()));
        }
    }

    fn zoom(self, at: Point, factor: f64) {
        let viewport = self.viewport.get_untracked();
        self.camera
            .update(|camera| *camera = camera.zoom_at(at, factor, viewport));
    }

    fn pan(self, by: Vec2) {
        self.camera.update(|camera| *camera = camera.pan_by(by));
    }

    fn measure(self, host: &web_sys::HtmlElement) {
        if let Some(viewport) = Viewport::of_element(host.client_width(), host.client_height()) {
            self.viewport.set(viewport);
        }
    }
}

/// The preview, which covers the whole page.
#[component]
pub(super) fn Preview(project: Arc<Project>, title: Msg) -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let picture = NodeRef::<svg::Svg>::new();
    let host = NodeRef::<html::Div>::new();
    let look = PreviewView {
        camera: RwSignal::new(Camera::default()),
        viewport: RwSignal::new(app.view.viewport.get_untracked()),
        bounds: RwSignal::new(None),
        stage: RwSignal::new(Stage::Running),
        name: RwSignal::new(project.name.clone().unwrap_or_default()),
    };
    let session = Session::of_project(&project, Limits::default());
    let can_copy = session.is_ok();
    match session {
        Err(why) => look.stage.set(Stage::Failed(why)),
        Ok(session) => show(session, look, picture, host),
    }
    let resized = window_event_listener(leptos::ev::resize, move |_| {
        if let Some(host) = host.get_untracked() {
            look.measure(&host);
        }
    });
    on_cleanup(move || resized.remove());

    Effect::new(move |_| {
        if look.stage.get() != Stage::Running {
            starting::when_painted(starting::end_link);
        }
    });
    let closed = move |()| {
        starting::end_link();
        app.share.clear_address();
        app.share.shown.set(None);
        app.share.addable.set(None);
    };
    let make_copy = {
        let project = project.clone();
        move |_| {
            let project = project.clone();
            spawn_local(async move { opening::open_project(app, project).await });
            dialog::close(node);
        }
    };
    // A project with too many imported entries is not opened at all, and the stage shows the error.
    let brought = Brought::by(&project).unwrap_or_default();
    view! {
        <Dialog node name=title test="preview" class="preview" closed=Callback::new(closed)>
            <div class="preview-bar">
                <p data-testid="preview-name">{move || look.name.get()}</p>
                <p class="hint">{move || app.text(Msg::PreviewHint)}</p>
                <div class="field-row">
                    {can_copy
                        .then(|| {
                            view! {
                                <button type="button" class="button primary" data-testid="make-copy" on:click=make_copy>
                                    {move || app.text(Msg::MakeCopy)}
                                </button>
                            }
                        })}
                    {move || app.share.addable.get().map(|file| view! { <AddButton file node /> })}
                    <CloseButton node test="close-preview" />
                </div>
                <p
                    role="status"
                    class=move || if look.stage.with(|stage| matches!(stage, Stage::Failed(_))) { "field-error" } else { "hint" }
                    data-testid="preview-state"
                    data-state=move || look.stage.with(Stage::tag)
                >
                    {move || stage_in_words(app, look)}
                </p>
                <BroughtView brought />
            </div>
            <Picture picture host look />
            <Code project />
        </Dialog>
    }
    .into_any()
}

/// The button that adds the file to the present drawing.
#[component]
fn AddButton(file: ImportFile, node: DialogRef) -> impl IntoView {
    let app = app();
    let add = move |_| {
        dialog::close(node);
        let receiver = Receiver::Present;
        app.share.import(ImportFile {
            receiver,
            ..file.clone()
        });
    };
    view! {
        <button type="button" class="button" data-testid="add-to-drawing" on:click=add>
            {move || app.prefs.lang.get().pick(ADD_LABEL)}
        </button>
    }
}

/// Runs and paints the project once its SVG element is mounted. Closing the preview stops the code.
fn show(session: Session, look: PreviewView, picture: NodeRef<svg::Svg>, host: NodeRef<html::Div>) {
    let looked = Rc::new(Looked {
        session: RefCell::new(session),
        painter: Painter::default(),
        // The page's own runner has the spare worker, so both runners together have at most two workers.
        runner: Runner::without_spare(),
    });
    let kept = StoredValue::new_local(looked.clone());
    on_cleanup(move || {
        // The stored value may already be disposed.
        let _ = kept.try_with_value(|looked| looked.runner.stop());
    });
    // Outward effect: paints the picture once its element is mounted.
    Effect::new(move |_| {
        if let (Some(picture), Some(host)) = (picture.get(), host.get()) {
            look.measure(&host);
            looked.painter.attach(&picture);
            let looked = looked.clone();
            spawn_local(async move { draw(&looked, look).await });
        }
    });
}

/// Runs the code and paints the resulting drawing.
async fn draw(looked: &Looked, look: PreviewView) {
    let pending = looked.session.borrow_mut().open();
    let outcome = looked.runner.run(pending.request()).await;
    let mut session = looked.session.borrow_mut();
    session.finish(pending, outcome, 0.0);
    let stage = match session.broken() {
        Some(failure) => Stage::Failed(failure.in_words()),
        None => Stage::Drawn(session.scene().len()),
    };
    if look.stage.try_set(stage).is_some() {
        // The preview has been closed in the meantime.
        return;
    }
    let scene = session.scene();
    if scene.name() != scene.default_name() {
        look.name.set(scene.name().to_owned());
    }
    for diff in session.document_mut().take_diffs() {
        looked.painter.apply(&diff, session.scene());
    }
    look.bounds.set(Scene::bounds(session.scene()));
    look.fit_drawing();
}

fn stage_in_words(app: App, look: PreviewView) -> String {
    match look.stage.get() {
        Stage::Running => app.text(Msg::RunBusy).to_owned(),
        Stage::Drawn(count) => app.text_with(Msg::Items, &[("n", &count.to_string())]),
        Stage::Failed(why) => app.text_with(Msg::PreviewFailed, &[("why", why.text(app.prefs.lang.get()))]),
    }
}

/// The drawing, which can be panned and zoomed.
#[component]
fn Picture(picture: NodeRef<svg::Svg>, host: NodeRef<html::Div>, look: PreviewView) -> impl IntoView {
    let app = app();
    let from = StoredValue::new(None::<Point>);
    let place =
        |event: &web_sys::MouseEvent| Point::new(f64::from(event.offset_x()), f64::from(event.offset_y()));
    let screen = |event: &PointerEvent| Point::new(f64::from(event.client_x()), f64::from(event.client_y()));
    let down = move |event: PointerEvent| {
        if let Some(host) = host.get_untracked() {
            // The capture lets a drag end outside the picture.
            let _ = host.set_pointer_capture(event.pointer_id());
        }
        from.set_value(Some(screen(&event)));
    };
    let moved = move |event: PointerEvent| {
        if let Some(last) = from.get_value() {
            look.pan(screen(&event) - last);
            from.set_value(Some(screen(&event)));
        }
    };
    let wheel = move |event: WheelEvent| {
        event.prevent_default();
        look.zoom(place(&event), wheel_factor(event.delta_y(), event.ctrl_key()));
    };
    let middle = move || look.viewport.with_untracked(|viewport| viewport.middle());
    let key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowLeft" => look.pan(Vec2::new(PAN_STEP, 0.0)),
            "ArrowRight" => look.pan(Vec2::new(-PAN_STEP, 0.0)),
            "ArrowUp" => look.pan(Vec2::new(0.0, PAN_STEP)),
            "ArrowDown" => look.pan(Vec2::new(0.0, -PAN_STEP)),
            "+" | "=" => look.zoom(middle(), ZOOM_STEP),
            "-" => look.zoom(middle(), 1.0 / ZOOM_STEP),
            _ => return,
        }
        event.prevent_default();
    };
    let view_box = move || look.camera.get().view_box_text(look.viewport.get());
    view! {
        <div class="preview-stage">
            <div
                node_ref=host
                class="preview-host"
                tabindex="0"
                role="application"
                aria-label=move || app.text(Msg::Canvas)
                on:pointerdown=down
                on:pointermove=moved
                on:pointerup=move |_| from.set_value(None)
                on:pointercancel=move |_| from.set_value(None)
                on:wheel=wheel
                on:keydown=key
            >
                <svg
                    node_ref=picture
                    data-testid="preview-canvas"
                    role="graphics-document"
                    aria-label=move || app.text(Msg::Canvas)
                    viewBox=view_box
                    preserveAspectRatio="xMidYMid meet"
                ></svg>
            </div>
            <div class="zoom-cluster" role="group" aria-label=move || app.text(Msg::Zoom)>
                <IconButton
                    icon=Icon::Minus
                    name=ActionId::ZoomOut.label()
                    test="preview-zoom-out"
                    press=Callback::new(move |()| look.zoom(middle(), 1.0 / ZOOM_STEP))
                />
                <IconButton
                    icon=Icon::Plus
                    name=ActionId::ZoomIn.label()
                    test="preview-zoom-in"
                    press=Callback::new(move |()| look.zoom(middle(), ZOOM_STEP))
                />
                <IconButton icon=Icon::Fit name=ActionId::Fit.label() test="preview-fit" press=Callback::new(move |()| look.fit_drawing()) />
            </div>
        </div>
    }
    .into_any()
}

/// The code, read-only.
#[component]
fn Code(project: Arc<Project>) -> impl IntoView {
    let app = app();
    let current = RwSignal::new(FileName::MAIN.to_owned());
    let mut names: Vec<String> = project
        .files
        .keys()
        .map(|file| file.as_str().to_owned())
        .collect();
    trammel_base::sort::by_key(&mut names, |name| name != FileName::MAIN);
    let several = names.len() > 1;
    let text = move || {
        project
            .files
            .get(current.get().as_str())
            .map_or_else(String::new, ToString::to_string)
    };
    let options = names
        .into_iter()
        .map(|name| view! { <option value=name.clone()>{name.clone()}</option> })
        .collect_view();
    view! {
        <div class="preview-code">
            <div hidden=!several>
                <select
                    class="select"
                    data-testid="preview-file"
                    aria-label=move || app.text(Msg::Files)
                    on:change=move |event| current.set(event_target_value(&event))
                >
                    {options}
                </select>
            </div>
            <pre
                tabindex="0"
                role="region"
                data-testid="preview-code"
                aria-label=move || app.text_with(Msg::CodeOf, &[("file", &current.get())])
            >
                {text}
            </pre>
        </div>
    }
    .into_any()
}
