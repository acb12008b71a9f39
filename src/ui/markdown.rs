//! Views of parsed Markdown, for answers of models and pages of the guide.

use leptos::prelude::*;
use trammel_page_model::markdown::{Block, Span};

/// Returns the view of a block. A heading of an answer is a paragraph, because answers have no outline.
pub(super) fn block(block: Block) -> AnyView {
    match block {
        Block::Paragraph(text) => view! { <p>{spans(text)}</p> }.into_any(),
        Block::Heading(text) => view! { <p class="heading">{spans(text)}</p> }.into_any(),
        Block::List(true, items) => view! { <ol>{list_items(items)}</ol> }.into_any(),
        Block::List(false, items) => view! { <ul>{list_items(items)}</ul> }.into_any(),
        Block::Code(text) => view! { <pre tabindex="0">{text}</pre> }.into_any(),
    }
}

/// Returns the views of a run of spans.
pub(super) fn spans(spans: Vec<Span>) -> Vec<AnyView> {
    let view = |span| match span {
        Span::Text(text) => view! { {text} }.into_any(),
        Span::Strong(text) => view! { <strong>{text}</strong> }.into_any(),
        Span::Code(text) => view! { <code>{text}</code> }.into_any(),
    };
    spans.into_iter().map(view).collect()
}

fn list_items(items: Vec<Vec<Span>>) -> impl IntoView {
    items
        .into_iter()
        .map(|item| view! { <li>{spans(item)}</li> })
        .collect_view()
}
