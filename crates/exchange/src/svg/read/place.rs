//! Place of an element in the file: its view, its id, and the elements to which it refers.

use crate::report::Report;
use roxmltree::Node;
use std::collections::HashMap;

/// Elements by their id.
pub(super) type Ids<'a, 'input> = HashMap<&'a str, Node<'a, 'input>>;

/// Place of an element in messages.
#[derive(Debug)]
pub(super) struct Place<'r, 'a, 'input> {
    /// Report of the file.
    pub(super) report: &'r mut Report,
    /// Elements by their id.
    pub(super) ids: &'r Ids<'a, 'input>,
    /// Width and height of the view, for percentages.
    pub(super) view: [f64; 2],
    /// Id of the element.
    pub(super) id: Option<&'a str>,
}

/// Returns the id to which an element refers by `href`.
pub(super) fn link<'a>(node: &Node<'a, '_>) -> Option<&'a str> {
    // `attribute` with a name alone would find the attribute of any namespace.
    let own = node
        .attributes()
        .find(|attribute| attribute.namespace().is_none() && attribute.name() == "href");
    let href = own
        .map(|attribute| attribute.value())
        .or_else(|| node.attribute(("http://www.w3.org/1999/xlink", "href")))?;
    href.trim().strip_prefix('#').filter(|id| !id.is_empty())
}
