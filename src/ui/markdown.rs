//! Views of parsed Markdown, for answers of models and pages of the guide.

use leptos::prelude::*;
use trammel_page_model::markdown::{Block, ListItem, Span};

/// Returns the view of a block. A heading of an answer is a paragraph, because answers have no outline.
pub(super) fn block(block: Block) -> AnyView {
    match block {
        Block::Paragraph(text) => view! { <p>{spans(text)}</p> }.into_any(),
        Block::Heading(text) => view! { <p class="heading">{spans(text)}</p> }.into_any(),
        Block::List(true, items) => view! { <ol>{list_items(items)}</ol> }.into_any(),
        Block::List(false, items) => view! { <ul>{list_items(items)}</ul> }.into_any(),
        Block::Table(head, rows) => table(head, rows),
        Block::Quote(blocks) => {
            view! { <blockquote>{blocks.into_iter().map(self::block).collect_view()}</blockquote> }.into_any()
        }
        Block::Code(text) => view! { <pre tabindex="0">{text}</pre> }.into_any(),
    }
}

/// Returns the views of a run of spans.
pub(super) fn spans(spans: Vec<Span>) -> Vec<AnyView> {
    let view = |span| match span {
        Span::Text(text) => view! { {text} }.into_any(),
        Span::Strong(text) => view! { <strong>{text}</strong> }.into_any(),
        Span::Emphasis(text) => view! { <em>{text}</em> }.into_any(),
        Span::Code(text) => view! { <code>{text}</code> }.into_any(),
        Span::Link { text, address } => link(text, address),
    };
    spans.into_iter().map(view).collect()
}

/// Returns a link that names its host, because the text of a link may name another one.
fn link(text: String, address: String) -> AnyView {
    let host = address.split('/').nth(2).unwrap_or_default().to_owned();
    let shown = (!text.contains(&host)).then(|| format!(" ({host})"));
    view! {
        <a href=address target="_blank" rel="noopener noreferrer nofollow">{text}</a>
        {shown}
    }
    .into_any()
}

/// Returns a table, which scrolls if it is wider than the panel.
fn table(head: Vec<Vec<Span>>, rows: Vec<Vec<Vec<Span>>>) -> AnyView {
    let row = |cells: Vec<Vec<Span>>| {
        let cells = cells.into_iter().map(|cell| view! { <td>{spans(cell)}</td> });
        view! { <tr>{cells.collect_view()}</tr> }
    };
    let head = head
        .into_iter()
        .map(|cell| view! { <th scope="col">{spans(cell)}</th> })
        .collect_view();
    view! {
        <div class="table" tabindex="0">
            <table>
                <thead><tr>{head}</tr></thead>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn list_items(items: Vec<ListItem>) -> impl IntoView {
    let item = |ListItem { text, blocks }: ListItem| {
        view! { <li>{spans(text)}{blocks.into_iter().map(block).collect_view()}</li> }
    };
    items.into_iter().map(item).collect_view()
}
