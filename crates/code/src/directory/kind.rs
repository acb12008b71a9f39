//! Kinds of directory entries.

/// Kind of a directory entry; a link is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    Link,
    Pipe,
    Other,
}

impl Kind {
    pub(super) fn description(self) -> &'static str {
        match self {
            Kind::File => "a file",
            Kind::Directory => "a directory",
            Kind::Link => "a symbolic link",
            Kind::Pipe => "a pipe",
            Kind::Other => "a device or a socket",
        }
    }
}
