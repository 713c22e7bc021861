//! Nodes: compared, copied, and numbered.

use std::collections::HashSet;

use proptest::prelude::*;
use snowflake::{
    Discord, DynamicNode, FLAVOURS, Field, FieldOf, Flavour, Generator, Kind, Layout, Node,
    RangeError, Snowflake, Ticks, Twitter, UnixTime, ValuesError,
};

/// A node is configuration, also that of a flavour whose type has no traits.
#[test]
fn nodes_are_compared_and_copied() {
    enum Bare {}
    impl Kind for Bare {
        const FLAVOUR: Flavour = Discord::FLAVOUR;
    }
    let (worker, process) = (FieldOf::<Bare>::named("worker"), FieldOf::named("process"));
    let bare = |number| Node::new(&[(worker, number), (process, 2)]);
    let [one, two] = [1, 2].map(|number| bare(number).unwrap());
    let copy = one;
    assert_eq!((one, [one, copy, two].into_iter().collect::<HashSet<_>>().len()), (copy, 2));
    assert_ne!(one, two);
    assert_eq!(HashSet::from([worker, worker, process]).len(), 2);
    assert_eq!(format!("{worker:?}"), "FieldOf { flavour: \"discord\", name: \"worker\" }");
    assert_eq!(format!("{one:?}"), "Node { flavour: \"discord\", bits: 139264 }");
    let values = [("worker", 1), ("process", 2)];
    let dynamic = DynamicNode::new(Discord::FLAVOUR, &values).unwrap();
    assert_eq!(HashSet::from([dynamic, dynamic]).len(), 1);
    assert_eq!((dynamic.to_bits(), dynamic.flavour()), (one.to_bits(), Discord::FLAVOUR));
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

/// No field of a node, a fixed one between two of them, and 63 bits of them below one of time.
const OWN: [Flavour; 3] = [
    Flavour::new(
        Layout::new("none", 64, &[Field::new("time", 63, 0)]),
        Ticks::per_second(UnixTime::EPOCH, 1000),
        "time",
        None,
    ),
    Flavour::new(
        Layout::new(
            "apart",
            64,
            &[
                Field::new("time", 63, 20),
                Field::new("site", 19, 17),
                Field::new("mark", 16, 13).always(5),
                Field::new("sequence", 12, 6),
                Field::new("host", 5, 0),
            ],
        ),
        Ticks::per_second(UnixTime::EPOCH, 1000),
        "time",
        Some("sequence"),
    ),
    Flavour::new(
        Layout::new("wide", 64, &[Field::new("time", 63, 63), Field::new("node", 62, 0)]),
        Ticks::per_second(UnixTime::EPOCH, 1),
        "time",
        None,
    ),
];

/// The known flavours that have generators, and those above.
fn all() -> Vec<Flavour> {
    FLAVOURS.iter().copied().filter(Flavour::generates).chain(OWN).collect()
}

/// The values of the node of this number, by the formula of the rule.
fn split(flavour: &Flavour, number: u64) -> Vec<(&'static str, u64)> {
    let fields: Vec<_> = flavour.node_fields().collect();
    let below = |index: usize| fields[index + 1..].iter().map(|field| u128::from(field.max()) + 1);
    let value = |index: usize| {
        let below: u128 = below(index).product();
        let value = u128::from(number) / below % (u128::from(fields[index].max()) + 1);
        u64::try_from(value).unwrap()
    };
    fields.iter().enumerate().map(|(index, field)| (field.name(), value(index))).collect()
}

#[test]
fn counts() {
    let rows = [
        ("twitter", 1 << 10),
        ("discord", 1 << 10),
        ("suou", 1 << 10),
        ("instagram", 1 << 13),
        ("sonyflake-v1", 1 << 16),
        ("sonyflake-v2", 1 << 16),
        ("bwmarrin", 1 << 10),
        ("baidu", 1 << 22),
        ("tid", 1 << 10),
        ("none", 1),
        ("apart", 1 << 9),
        ("wide", 1 << 63),
    ];
    assert!(all().iter().map(|flavour| (flavour.name(), flavour.nodes())).eq(rows));
    assert_eq!(Node::<Discord>::COUNT, 1024);
}

/// The top field first: Twitter's datacenter and worker, as the number's ten bits.
#[test]
fn numbered() {
    const FIRST: Result<Node<Discord>, RangeError> = Node::numbered(0);
    let node = Node::numbered(11 * 32 + 26).unwrap();
    assert_eq!(Node::new(&[(Twitter::WORKER, 26), (Twitter::DATACENTER, 11)]), Ok(node));
    assert_eq!(FIRST.unwrap().to_bits(), 0);
    let apart = DynamicNode::numbered(OWN[1], 0b1_0111_0011).unwrap();
    assert_eq!(apart.to_bits(), 5 << 17 | 5 << 13 | 0b11_0011);
}

/// Every number of a small flavour is another node, and no node has no number.
#[test]
fn one_to_one() {
    for flavour in all().into_iter().filter(|flavour| flavour.nodes() <= 1 << 16) {
        let bits = |number| DynamicNode::numbered(flavour, number).unwrap().to_bits();
        let nodes: HashSet<_> = (0..flavour.nodes()).map(bits).collect();
        let name = flavour.name();
        assert_eq!(nodes.len() as u64, flavour.nodes(), "{name}");
        let values = |bits: u64| {
            flavour.node_fields().map(|field| (field.name(), field.get(bits.into()))).collect()
        };
        for &node in &nodes {
            let values: Vec<_> = values(node);
            assert_eq!(flavour.node(&values), Ok(node), "{name}");
        }
    }
}

#[test]
fn no_such_number() {
    for flavour in all() {
        let (value, max) = (flavour.nodes(), flavour.nodes() - 1);
        let error = RangeError::Field { field: "node", value, max };
        let numbered = |number| DynamicNode::numbered(flavour, number);
        assert_eq!(numbered(value), Err(ValuesError::Range(error)), "{}", flavour.name());
        assert!(numbered(max).is_ok() && numbered(u64::MAX).is_err(), "{}", flavour.name());
    }
    let error = RangeError::Field { field: "node", value: 1024, max: 1023 };
    assert_eq!(Node::<Discord>::numbered(1024), Err(error));
    for flavour in FLAVOURS.iter().filter(|flavour| !flavour.generates()) {
        let error = ValuesError::DecodeOnly { flavour: flavour.name() };
        assert_eq!(DynamicNode::numbered(*flavour, 0), Err(error));
        assert_eq!(flavour.nodes(), 0);
    }
}

proptest! {
    /// The node of a number is the one of the values that the rule's formula says.
    #[test]
    fn splits(index in 0..12_usize, number: u64) {
        let flavour = all()[index];
        let number = number % flavour.nodes();
        let node = DynamicNode::numbered(flavour, number);
        prop_assert_eq!(node, DynamicNode::new(flavour, &split(&flavour, number)));
    }
}
