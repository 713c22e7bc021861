//! Generators: of a flavour with 53 bits, and of nodes known at run time. The clocks that go wrong are in
//! `tests/all/laws.rs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_core::format::Scheme;
use snowflake::{
    Discord, DynamicNode, FLAVOURS, Field, FieldOf, Flavour, Generator, Kind, Layout, Node,
    Snowflake, Ticks, UnixTime, ValuesError,
};

const NOW: UnixTime = UnixTime::from_millis(1_795_132_800_123);

fn discord() -> Node<Discord> {
    Node::new(&[(Discord::WORKER, 1), (Discord::PROCESS, 2)]).unwrap()
}

/// Identifiers that JavaScript's numbers hold exactly: at most 53 bits.
#[test]
#[cfg_attr(miri, ignore = "slow")]
fn fifty_three_bits() {
    enum Js {}
    impl Kind for Js {
        const FLAVOUR: Flavour = Flavour::new(
            Layout::new(
                "js",
                64,
                &[
                    Field::new("zero", 63, 53).always(0),
                    Field::new("timestamp", 52, 21),
                    Field::new("node", 20, 13),
                    Field::new("sequence", 12, 0),
                ],
            ),
            Ticks::per_second(UnixTime::from_secs(1_735_689_600), 1),
            "timestamp",
            Some("sequence"),
        );
    }
    let node = || Node::<Js>::new(&[(FieldOf::named("node"), 255)]).unwrap();
    let last = Js::FLAVOUR.last();
    let top = Generator::new(last, node()).reserve(8192).unwrap().next_back().unwrap();
    assert_eq!(top.to_bits(), (1 << 53) - 1);
    assert!(Snowflake::<Js>::from_bits(1 << 53).is_err());
    assert_eq!(Generator::new(last, node()).fill(&mut vec![top; 9000]), Ok(8192));
}

/// The typed and the dynamic node of each flavour give the same.
#[test]
fn dynamic() {
    for &flavour in FLAVOURS {
        let time = flavour.ticks().epoch() + Duration::from_millis(100_000_000_123);
        let values: Vec<_> =
            flavour.node_fields().map(|field| (field.name(), field.max())).collect();
        let node = DynamicNode::new(flavour, &values);
        if !flavour.generates() {
            assert_eq!(node.unwrap_err(), ValuesError::DecodeOnly { flavour: flavour.name() });
            continue;
        }
        let first = Generator::new(time, node.unwrap()).generate().unwrap();
        assert_eq!(flavour.check(first), Ok(()));
        assert_eq!(flavour.time(first), flavour.ticks().start(flavour.ticks().at(time).unwrap()));
        for (name, value) in values {
            let field = flavour.layout().field(name).unwrap();
            assert_eq!(field.get(first.into()), value, "{} {name}", flavour.name());
        }
    }
    let node = DynamicNode::new(Discord::FLAVOUR, &[("worker", 1), ("process", 2)]).unwrap();
    assert_eq!(node.to_bits(), discord().to_bits());
    assert_eq!(node.flavour(), Discord::FLAVOUR);
    let typed = Generator::new(NOW, discord()).generate().unwrap();
    assert_eq!(Generator::new(NOW, node).generate(), Ok(typed.to_bits()));
    assert_eq!(discord().position(typed), node.position(typed.to_bits()));
}
