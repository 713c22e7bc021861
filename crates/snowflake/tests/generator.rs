//! Generators: what they give under every clock, and what they refuse.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_core::format::Scheme;
use snowflake::{
    Baidu, Discord, DynamicNode, FLAVOURS, Field, FieldOf, Flavour, GenerateError, Generator, Id,
    Kind, Layout, ManualClock, Node, Policy, RangeError, SIGN, Snowflake, SonyflakeV2, Suou, Ticks,
    Tid, Twitter, UnixTime, ValuesError,
};

const NOW: UnixTime = UnixTime::from_millis(1_795_132_800_123);
const MILLI: Duration = Duration::from_millis(1);

fn discord() -> Node<Discord> {
    Node::new(&[(Discord::WORKER, 1), (Discord::PROCESS, 2)]).unwrap()
}

const fn wait<T>(until: UnixTime) -> Result<T, GenerateError> {
    Err(GenerateError::Wait { until })
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn ends() {
    let last = Twitter::FLAVOUR.last();
    assert_eq!(Snowflake::<Twitter>::LAST, last);
    let node =
        || Node::<Twitter>::new(&[(Twitter::DATACENTER, 31), (Twitter::WORKER, 31)]).unwrap();
    let after_end = GenerateError::Time(RangeError::AfterEnd { last });
    let clock = ManualClock::new(last + MILLI);
    let mut generator = Generator::new(&clock, node());
    assert_eq!(generator.generate(), Err(after_end));
    clock.set(last);
    let ids: Vec<_> = generator.reserve(4096).unwrap().collect();
    assert_eq!(ids[4095].to_i64(), Ok(i64::MAX));
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));

    let borrow = Policy::Borrow { max_ahead: Duration::from_secs(1) };
    let mut generator = Generator::new(last, node()).with_policy(borrow);
    assert!(generator.reserve(4096).is_ok());
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
    assert_eq!(generator.reserve(0).map(Iterator::count), Ok(0));

    // Baidu's seconds are over.
    let node = Node::<Baidu>::new(&[(Baidu::WORKER, 1)]).unwrap();
    let last = UnixTime::from_secs(1_732_109_055);
    assert_eq!(
        Generator::new(NOW, node).generate(),
        Err(GenerateError::Time(RangeError::AfterEnd { last }))
    );
}

/// The sequence stands above the machine, so counting steps over 16 bits.
#[test]
fn sonyflake_order() {
    let node = Node::<SonyflakeV2>::new(&[(SonyflakeV2::MACHINE, 0xabcd)]).unwrap();
    let mut generator = Generator::new(NOW, node);
    let first = generator.generate().unwrap();
    assert_eq!(generator.generate().unwrap().to_bits() - first.to_bits(), 1 << 16);
    assert_eq!(first.to_bits() & 0xff_ffff, 0xabcd);
    assert_eq!(first.time(), UnixTime::from_millis(1_795_132_800_120));
    for _ in 2..256 {
        generator.generate().unwrap();
    }
    assert_eq!(generator.generate(), wait(UnixTime::from_millis(1_795_132_800_130)));
}

/// Without a sequence, one identifier for each tick.
#[test]
fn tid_order() {
    let node = Node::<Tid>::new(&[(Tid::CLOCK, 6)]).unwrap();
    let time = UnixTime::from_micros(1_688_137_381_887_007);
    let mut generator = Generator::new(time, node);
    assert_eq!(generator.generate().unwrap().to_string(), "3jzfcijpj2z2a");
    assert_eq!(generator.generate(), wait(time + Duration::from_micros(1)));
    let node = Node::<Tid>::new(&[(Tid::CLOCK, 6)]).unwrap();
    let borrow = Policy::Borrow { max_ahead: Duration::from_micros(3) };
    let mut generator = Generator::new(time, node).with_policy(borrow);
    assert_eq!(
        generator.reserve(4).unwrap().next_back().unwrap().timestamp(),
        1_688_137_381_887_010
    );
    assert_eq!(generator.generate(), wait(time + Duration::from_micros(1)));
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
        )
        .with_sequence("sequence");
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

/// Own epochs, as suou's users have them.
#[test]
fn other_epoch() {
    enum Ours {}
    impl Kind for Ours {
        const FLAVOUR: Flavour = Suou::FLAVOUR.with_epoch(UnixTime::from_secs(1_735_686_000));
    }
    let node = || Node::<Ours>::numbered(0).unwrap();
    let id = Generator::new(UnixTime::from_secs(1_735_686_001), node()).generate().unwrap();
    assert_eq!(id.to_bits(), 1000 << 22);
    assert!(Generator::new(UnixTime::from_secs(1_735_685_999), node()).generate().is_err());
    assert_eq!(SIGN.fixed(), Some(0));
    assert_eq!(Id::to_bits(id), 1000 << 22);
}
