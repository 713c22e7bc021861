//! A flavour of Snowflake in the numbers that its functions need.

use snowflake::Flavour;

/// What the functions of a flavour are told. All of it is taken from its layout.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The flavour's name, as the names of functions can have it.
    pub(super) name: String,
    /// In microseconds since the Unix epoch.
    pub(super) epoch: u128,
    /// In microseconds.
    pub(super) unit: u128,
    /// Of the timestamp.
    pub(super) width: u32,
    pub(super) low: u32,
}

impl Numbers {
    pub(super) fn new(flavour: &Flavour) -> Self {
        let (ticks, timestamp) = (flavour.ticks(), flavour.timestamp());
        Self {
            name: flavour.name().replace('-', "_"),
            epoch: ticks.epoch().as_micros(),
            unit: ticks.unit().as_micros(),
            width: timestamp.width(),
            low: timestamp.low(),
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
            let (Numbers { name, epoch, unit, width, low }, ticks) =
                (Numbers::new(flavour), flavour.ticks());
            // The epoch and the unit are whole microseconds.
            let micros = |micros: u128| UnixTime::from_micros(micros.try_into().expect("few"));
            assert_eq!(micros(epoch), ticks.epoch(), "{name}");
            assert_eq!(micros(epoch + 1000 * unit), ticks.start(1000), "{name}");
            // Above the timestamp there is nothing, or bit 63 as the sign.
            let fields = flavour.layout().fields();
            let fixed: Vec<_> = fields.iter().filter(|field| field.fixed().is_some()).collect();
            assert!(fixed.iter().all(|f| f.low() == 63 && f.fixed() == Some(0)), "{name}");
            assert_eq!((low + width) as usize, 64 - fixed.len(), "{name}");
            // The sequence does not divide the node, which has the other bits.
            let apart = flavour.sequence().is_none_or(|f| f.low() == 0 || f.high() + 1 == low);
            assert!(apart, "{name}");
        }
    }
}
