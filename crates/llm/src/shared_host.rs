//! Hosts on which the pages of many users share one origin, and with it the storage of the browser.
//!
//! A key must not be stored on the device there, because a page of another user could read it. A host whose users have
//! a subdomain each, such as `name.github.io`, is not in the list: its pages belong to one user.

/// Hosts that serve the pages of many users below one origin: viewers of repositories, storage with the name of the
/// bucket in the path, gateways, archives, and playgrounds.
const SHARED_HOSTS: [&str; 21] = [
    "arweave.net",
    "bl.ocks.org",
    "cdn.githack.com",
    "cdn.statically.io",
    "cloudflare-ipfs.com",
    "fiddle.jshell.net",
    "firebasestorage.googleapis.com",
    "gateway.pinata.cloud",
    "gist.githack.com",
    "gistcdn.githack.com",
    "gitcdn.link",
    "htmlpreview.github.io",
    "ipfs.io",
    "null.jsbin.com",
    "output.jsbin.com",
    "raw.githack.com",
    "rawcdn.githack.com",
    "s3.amazonaws.com",
    "sites.google.com",
    "storage.googleapis.com",
    "web.archive.org",
];

/// Whether pages of other users share the origin of a page with this host and path.
pub fn is_shared(host: &str, path: &str) -> bool {
    let host = host.to_ascii_lowercase();
    // Home pages on a server of a university or of a club: `/~name/`.
    let is_home_page = path.starts_with("/~") || path.starts_with("/%7E") || path.starts_with("/%7e");
    is_home_page || SHARED_HOSTS.contains(&host.as_str()) || is_regional_s3(&host)
}

/// Whether a host is the storage of a region of Amazon, without the name of a bucket: `s3.eu-west-1.amazonaws.com`.
fn is_regional_s3(host: &str) -> bool {
    let region = host
        .strip_prefix("s3.")
        .or_else(|| host.strip_prefix("s3-"))
        .and_then(|rest| rest.strip_suffix(".amazonaws.com"));
    region.is_some_and(|region| !region.contains('.') || region.starts_with("dualstack."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_with_pages_of_many_users_below_one_origin_are_shared() {
        for (host, path, shared) in [
            ("raw.githack.com", "/name/trammel/main/", true),
            ("RAW.githack.com", "/", true),
            ("htmlpreview.github.io", "/", true),
            ("storage.googleapis.com", "/bucket/index.html", true),
            ("s3.amazonaws.com", "/bucket/", true),
            ("s3.eu-west-1.amazonaws.com", "/bucket/", true),
            ("s3-us-west-2.amazonaws.com", "/bucket/", true),
            ("people.example.edu", "/~name/trammel/", true),
            ("people.example.edu", "/%7Ename/", true),
            ("name.github.io", "/trammel/", false),
            ("name.gitlab.io", "/trammel/", false),
            ("trammel.pages.dev", "/", false),
            ("bucket.s3.eu-west-1.amazonaws.com", "/", false),
            ("bucket.s3.amazonaws.com", "/", false),
            ("cad.example.org", "/a~b/", false),
            ("localhost", "/", false),
        ] {
            assert_eq!(is_shared(host, path), shared, "{host}{path}");
        }
    }
}
