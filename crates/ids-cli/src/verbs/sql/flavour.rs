//! A flavour of Snowflake in the numbers that its functions need.

use ids_core::format::Field;
use ids_reserve::Fingerprint;
use snowflake::{DynamicNode, Flavour};

/// Some bits of an identifier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits {
    pub(super) width: u32,
    pub(super) low: u32,
}

/// What the functions of a flavour are told. All of it is taken from its layout.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The flavour's name, as the names of functions can have it.
    pub(super) name: String,
    /// In microseconds since the Unix epoch.
    pub(super) epoch: u128,
    /// In microseconds.
    pub(super) unit: u128,
    pub(super) timestamp: Bits,
    /// The node's fields, which stand side by side.
    pub(super) node: Bits,
    /// The sequence. A flavour without one has a sequence of no bits.
    pub(super) sequence: Bits,
    pub(super) fields: &'static [Field],
    pub(super) generates: bool,
    /// What a store of reservations calls it: a namespace, and its layout.
    pub(super) namespace: &'static str,
    pub(super) reserved: Fingerprint,
}

impl Numbers {
    pub(super) fn new(flavour: &Flavour) -> Self {
        let (ticks, timestamp, sequence) =
            (flavour.ticks(), flavour.timestamp(), flavour.sequence());
        let others = |field: &&Field| {
            field.fixed().is_none() && **field != timestamp && Some(**field) != sequence
        };
        let nodes: Vec<_> = flavour.layout().fields().iter().filter(others).collect();
        Self {
            name: flavour.name().replace('-', "_"),
            epoch: ticks.epoch().as_micros(),
            unit: ticks.unit().as_micros(),
            timestamp: Bits { width: timestamp.width(), low: timestamp.low() },
            node: Bits {
                width: nodes.iter().map(|field| field.width()).sum(),
                low: nodes.iter().map(|field| field.low()).min().unwrap_or_default(),
            },
            sequence: sequence.map_or(Bits { width: 0, low: 0 }, |field| Bits {
                width: field.width(),
                low: field.low(),
            }),
            fields: flavour.layout().fields(),
            generates: flavour.generates(),
            namespace: flavour.name(),
            reserved: Fingerprint::of_schemes(flavour.positions(), flavour.nodes(), |number| {
                DynamicNode::numbered(*flavour, number).ok()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use ids_core::UnixTime;

    use snowflake::FLAVOURS;

    use super::*;

    /// What the functions of the packs take for granted: a flavour for which it does not hold needs
    /// others.
    #[test]
    fn every_flavour() {
        for flavour in FLAVOURS {
            let (numbers, ticks) = (Numbers::new(flavour), flavour.ticks());
            let name = &numbers.name;
            // The epoch and the unit are whole microseconds.
            let micros = |micros: u128| UnixTime::from_micros(micros.try_into().expect("few"));
            assert_eq!(micros(numbers.epoch), ticks.epoch(), "{name}");
            assert_eq!(micros(numbers.epoch + 1000 * numbers.unit), ticks.start(1000), "{name}");
            // Above the timestamp there is nothing, or bit 63 as the sign.
            let fixed: Vec<_> =
                numbers.fields.iter().filter(|field| field.fixed().is_some()).collect();
            assert!(fixed.iter().all(|f| f.low() == 63 && f.fixed() == Some(0)), "{name}");
            let top = numbers.timestamp.low + numbers.timestamp.width;
            assert_eq!(top as usize, 64 - fixed.len(), "{name}");
            // Node and sequence fill the bits below it.
            let Bits { width, low } = numbers.node;
            let sequence = numbers.sequence;
            assert_eq!(width + sequence.width, numbers.timestamp.low, "{name}");
            let apart = low >= sequence.low + sequence.width || low + width <= sequence.low;
            assert!(apart, "{name}");
        }
    }
}
