//! Names of other JavaScript environments.

/// Globals of browsers and Node.js that do not exist in the sandbox; their use gets a specific message instead of
/// "not defined".
pub(super) const ELSEWHERE: [&str; 21] = [
    "require",
    "fetch",
    "XMLHttpRequest",
    "process",
    "fs",
    "path",
    "child_process",
    "WebSocket",
    "importScripts",
    "setTimeout",
    "setInterval",
    "setImmediate",
    "requestAnimationFrame",
    "window",
    "document",
    "navigator",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "Worker",
    "postMessage",
];
