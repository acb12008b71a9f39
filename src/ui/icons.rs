//! Icons on a 24 px grid with a 1.75 px stroke. Icons are decorative: the surrounding control always has a label.

use leptos::prelude::*;

/// An icon of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Eye,
    EyeOff,
    Lock,
    LockOpen,
    Plus,
    Minus,
    Fit,
    ChevronLeft,
    ChevronRight,
    ChevronDown,
    ChevronUp,
    Close,
    Play,
    Send,
    Settings,
    Layers,
    Check,
    Cross,
    Dots,
    Ban,
    Line,
    Circle,
    Rect,
    Arc,
    Polygon,
    Curve,
    Ellipse,
    Text,
    Point,
    Region,
    Dimension,
    Leader,
    Hatch,
    Group,
    Sun,
    Moon,
    Screen,
    Camera,
    Trammel,
    /// Path data from another module, such as a canvas tool.
    Path(&'static str),
}

impl Icon {
    /// Returns the path data of the icon.
    fn path(self) -> &'static str {
        match self {
            Self::Eye => "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
            Self::EyeOff => {
                "M3 3l18 18M10 5.3A9 9 0 0 1 12 5c6 0 10 7 10 7a17 17 0 0 1-3 3.6M6.5 6.6A17 17 0 0 0 2 12s4 7 10 7a9 9 0 0 0 4.5-1.2M10 10a3 3 0 0 0 4.1 4.1"
            }
            Self::Lock => "M6 11h12v10H6zM8 11V7a4 4 0 0 1 8 0v4",
            Self::LockOpen => "M6 11h12v10H6zM8 11V7a4 4 0 0 1 7.7-1.5",
            Self::Plus => "M12 5v14M5 12h14",
            Self::Minus => "M5 12h14",
            Self::Fit => "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
            Self::ChevronLeft => "m15 6-6 6 6 6",
            Self::ChevronRight => "m9 6 6 6-6 6",
            Self::ChevronDown => "m6 9 6 6 6-6",
            Self::ChevronUp => "m6 15 6-6 6 6",
            Self::Close => "M6 6l12 12M18 6 6 18",
            Self::Play => "M7 4v16l13-8z",
            Self::Send => "M4 12 20 4l-5 16-4-7zM11 13l9-9",
            Self::Settings => {
                "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z"
            }
            Self::Layers => "m12 3 9 5-9 5-9-5zM3 13l9 5 9-5",
            Self::Check => "m5 12 5 5 9-10",
            Self::Cross => "M7 7l10 10M17 7 7 17",
            Self::Dots => "M5 12h.01M12 12h.01M19 12h.01",
            Self::Ban => "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM6 6l12 12",
            Self::Line => "M5 19 19 5",
            Self::Circle => "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z",
            Self::Rect => "M4 6h16v12H4z",
            Self::Arc => "M4 18a14 14 0 0 1 16-11",
            Self::Polygon => "M12 3 21 10 17.5 20h-11L3 10z",
            Self::Curve => "M3 18C8 2 15 24 21 6",
            Self::Ellipse => "M12 6c5 0 9 2.7 9 6s-4 6-9 6-9-2.7-9-6 4-6 9-6Z",
            Self::Text => "M5 8V5h14v3M12 5v14M9 19h6",
            Self::Point => "M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM12 3v3M12 18v3M3 12h3M18 12h3",
            Self::Region => "M4 5h16v14H4zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
            Self::Dimension => "M4 5v14M20 5v14M4 12h16M7 9.5 4.5 12 7 14.5M17 9.5l2.5 2.5-2.5 2.5",
            Self::Leader => "M5 19 12 8h8M5 14.5V19l4-2",
            Self::Hatch => "M4 4h16v16H4zM4 12l8-8M4 20 20 4M12 20l8-8",
            Self::Group => "M4 8V4h4M20 8V4h-4M4 16v4h4M20 16v4h-4M9 9h6v6H9z",
            Self::Sun => {
                "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4"
            }
            Self::Moon => "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
            Self::Screen => "M3 4h18v12H3zM8 20h8M12 16v4",
            Self::Camera => "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z",
            // A trammel: an instrument with a bar and two sliders that draws ellipses.
            Self::Trammel => "M12 6c5 0 9 2.7 9 6s-4 6-9 6-9-2.7-9-6 4-6 9-6ZM5 16 19 8M12 3v18",
            Self::Path(data) => data,
        }
    }
}

/// The SVG of an icon. The style sheet sets its size, 16 px by default.
#[component]
pub(crate) fn Draw(icon: Icon) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=icon.path() fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" />
        </svg>
    }
}
