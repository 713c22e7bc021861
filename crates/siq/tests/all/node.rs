//! One qualifier alone, shards by number, and counters of one's own.

use ids_core::format::Scheme;
use ids_testkit::{Granted, hold_scheme};
use siq::{
    DomainHash, GenerateError, Generator, ManualClock, Node, Qualifier, RangeError, Siq, UnixTime,
};

const NOW: UnixTime = UnixTime::from_millis(1_732_104_000_250);
const NEXT: UnixTime = Siq::TICKS.start(113_515_167_760_385);
const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);

#[test]
fn one_node_with_the_core_alone() {
    let node = Node::new(DOMAIN, 1, Qualifier::Message);
    assert_eq!((node.domain(), node.shard()), (DOMAIN, 1));
    assert_eq!(node.qualifier(), Qualifier::Message);
    let mut alone = ids_core::Generator::new(NOW, node);
    let mut among = Generator::new(NOW, DOMAIN, 1);
    assert_eq!(among.node(Qualifier::Message), node);
    for _ in 0..10 {
        assert_eq!(alone.generate(), among.generate(Qualifier::Message));
    }
}

/// One qualifier of each width.
#[test]
fn under_clocks_that_go_wrong() {
    for qualifier in [Qualifier::Content, Qualifier::Message, Qualifier::User] {
        hold_scheme(Node::new(DOMAIN, 7, qualifier), Siq::time);
    }
}

/// Every number is another shard, and larger numbers have no shard.
#[test]
fn numbered() {
    for number in 0..Node::COUNT {
        let node = Node::numbered(DOMAIN, number, Qualifier::User).unwrap();
        assert_eq!(u64::from(node.shard()), number);
        let shard = u8::try_from(number).unwrap();
        assert_eq!(node, Node::new(DOMAIN, shard, Qualifier::User));
    }
    for value in [256, 257, u64::MAX] {
        let error = RangeError::Field { field: "shard", value, max: 255 };
        assert_eq!(Node::numbered(DOMAIN, value, Qualifier::User), Err(error));
    }
}

/// Each qualifier ends at its own limit, goes on when it is raised, and gives what a plain
/// generator gives.
#[test]
fn granted() {
    use core::cell::Cell;
    let clock = ManualClock::new(NOW);
    let mut asked = Vec::new();
    let limits: Vec<_> = Qualifier::ALL.iter().map(|_| Cell::new(0)).collect();
    let place = |wanted| Qualifier::ALL.iter().position(|of| *of == wanted).unwrap();
    let mut ids = Generator::with_counters(&clock, DOMAIN, 1, |qualifier| {
        asked.push(qualifier);
        Granted { counter: 0, limit: &limits[place(qualifier)] }
    });
    assert_eq!(asked, Qualifier::ALL, "once for each");
    let mut plain = Generator::new(&clock, DOMAIN, 1);
    for &qualifier in Qualifier::ALL {
        assert_eq!(ids.generate(qualifier), Err(GenerateError::Spent), "{qualifier}");
        let node = ids.node(qualifier);
        let first = node.position(Siq::new(NOW, 1, DOMAIN, qualifier, 0).unwrap());
        limits[place(qualifier)].set(first + 2);
        for _ in 0..2 {
            assert_eq!(ids.generate(qualifier), plain.generate(qualifier));
        }
        assert_eq!(ids.generate(qualifier), Err(GenerateError::Spent), "{qualifier}");
        assert_eq!(ids.sequence(qualifier).reserve(3).unwrap_err(), GenerateError::Spent);
        limits[place(qualifier)].set(first + 5);
        assert!(ids.sequence(qualifier).reserve(3).unwrap().map(Siq::serial).eq(2..5));
        // What is not granted is not issued later either.
        clock.set(NEXT);
        assert_eq!(ids.generate(qualifier), Err(GenerateError::Spent), "{qualifier}");
        assert_eq!(ids.accept_jump(NEXT), Ok(()));
        clock.set(NOW);
    }
}
