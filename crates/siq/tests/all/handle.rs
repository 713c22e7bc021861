//! Identifiers as the names of accounts.

use siq::{Handle, Network, ParseError, Siq};

const NAME: &str = "lm2a3kiagopopibaaaamgzymuoac6";

fn id() -> Siq {
    format!("did:siq:{NAME}").parse().unwrap()
}

#[test]
fn both_ways() {
    for (network, domain, text) in [
        (Network::Mastodon, "example.com", format!("@{NAME}@example.com")),
        (Network::Mastodon, "", format!("@{NAME}")),
        (Network::Mastodon, "Example.COM:8080", format!("@{NAME}@Example.COM:8080")),
        (Network::Matrix, "example.com", format!("@{NAME}:example.com")),
        (Network::Matrix, "[::1]:8448", format!("@{NAME}:[::1]:8448")),
        (Network::Matrix, "xn--bcher-kva.example", format!("@{NAME}:xn--bcher-kva.example")),
    ] {
        let handle = Handle::new(network, id(), domain).unwrap();
        assert_eq!(handle.to_string(), text);
        assert_eq!(Handle::decode(&text), Ok(handle));
        assert_eq!((handle.network(), handle.id(), handle.domain()), (network, id(), domain));
    }
}

#[test]
fn refused() {
    use ParseError::{Checksum, Digit, Expected, Length};
    let expected = |index, text| Expected { index, text };
    let long = format!("@{NAME}a");
    let upper = format!("@{}", NAME.to_uppercase());
    for (text, error) in [
        ("", expected(0, "@")),
        (NAME, expected(0, "@")),
        ("@", Length { found: 1, min: 30, max: 30 }),
        ("@lm2a3", Length { found: 6, min: 30, max: 30 }),
        (&upper, Digit { index: 1, byte: b'L' }),
        ("@lm2a3kiagopopibaaaamgzymuoac\u{e9}", Digit { index: 29, byte: 0xc3 }),
        (&long, expected(30, "@ or : and a domain")),
        ("@lm2a3kiagopopibaaaamgzymuoac6@", expected(31, "a domain")),
        ("@lm2a3kiagopopibaaaamgzymuoac6:", expected(31, "a domain")),
        ("@lm2a3kiagopopibaaaamgzymuoac6@a b", expected(32, "a domain")),
        ("@lm2a3kiagopopibaaaamgzymuoac6@a@b", expected(32, "a domain")),
        ("@lm2a3kiagopopibaaaamgzymuoac6:\u{e9}", expected(31, "a domain in punycode, xn--...")),
        (
            "@lm2a3kiagopopibaaaamgzymuoac7@example.com",
            Checksum { found: 0xb668_1b52, expected: 0xc16f_2bc4 },
        ),
    ] {
        assert_eq!(Handle::decode(text), Err(error), "{text:?}");
    }
    let error = expected(0, "a domain");
    assert_eq!(Handle::new(Network::Matrix, id(), ""), Err(error));
    for &network in Network::ALL {
        assert_eq!(Handle::new(network, id(), "@"), Err(error));
    }
}

#[test]
fn networks_by_name() {
    for &network in Network::ALL {
        assert_eq!(network.to_string().parse(), Ok(network));
    }
    let error = ParseError::Unknown { what: "network" };
    assert_eq!("Matrix".parse::<Network>(), Err(error));
}
