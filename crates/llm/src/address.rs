//! Faults of an address that the user typed, with the repair where it is certain.

use super::provider::is_on_this_computer;

/// Reason why an address cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressFault {
    /// The address has no scheme; with this one it would be complete.
    NoScheme(String),
    /// The server is in the local network and has no https, so a browser refuses it, and a key would be readable there.
    LocalNetwork,
    /// The address is of another form.
    Form,
}

/// Returns the fault of an address that is not https and not on this computer.
pub fn find_address_fault(address: &str) -> AddressFault {
    let address = address.trim();
    let is_name = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let Some((scheme, rest)) = address.split_once("://") else {
        let host = address.split(['/', ':']).next().unwrap_or_default();
        let is_host = is_name(address) && (host == "localhost" || host.contains('.'));
        return if !is_host {
            AddressFault::Form
        } else if is_on_this_computer(address) {
            AddressFault::NoScheme(format!("http://{address}"))
        } else if is_in_local_network(host) {
            AddressFault::LocalNetwork
        } else {
            AddressFault::NoScheme(format!("https://{address}"))
        };
    };
    let host = rest.split(['/', ':', '?', '#']).next().unwrap_or_default();
    if scheme.eq_ignore_ascii_case("http") && is_in_local_network(host) {
        AddressFault::LocalNetwork
    } else {
        AddressFault::Form
    }
}

/// Whether a host is in a local network and not on this computer: a private address, a `.local` name, or a name without a
/// domain.
fn is_in_local_network(host: &str) -> bool {
    if is_on_this_computer(host) || host.is_empty() {
        return false;
    }
    let numbers: Option<Vec<u8>> = host.split('.').map(|part| part.parse().ok()).collect();
    match numbers.as_deref() {
        Some([10, ..] | [192, 168, ..] | [172, 16..=31, ..] | [169, 254, ..]) => true,
        Some([_, _, _, _]) => false,
        _ => host.ends_with(".local") || host.ends_with(".lan") || !host.contains('.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fault_of_an_address_says_what_to_type() {
        let with = |address: &str| AddressFault::NoScheme(address.to_owned());
        for (address, fault) in [
            ("localhost:8765/v1", with("http://localhost:8765/v1")),
            (" 127.0.0.1:11434/v1 ", with("http://127.0.0.1:11434/v1")),
            ("api.example.com/v1", with("https://api.example.com/v1")),
            ("192.168.0.7:11434", AddressFault::LocalNetwork),
            ("http://192.168.0.7:11434/v1", AddressFault::LocalNetwork),
            ("http://172.20.1.1/v1", AddressFault::LocalNetwork),
            ("http://studio.local:1234/v1", AddressFault::LocalNetwork),
            ("http://studio:1234/v1", AddressFault::LocalNetwork),
            ("http://example.com/v1", AddressFault::Form),
            ("http://172.40.1.1/v1", AddressFault::Form),
            ("ftp://localhost", AddressFault::Form),
            ("my server", AddressFault::Form),
            ("", AddressFault::Form),
        ] {
            assert_eq!(find_address_fault(address), fault, "{address}");
        }
    }
}
