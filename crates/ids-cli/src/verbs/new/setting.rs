//! What generators take from outside: the clock, random bits, and how far ahead they may run.

use chacha20::ChaCha12Rng;
use ids_core::{GenerateError, IdRng, Policy};
use rand_core::{Rng, SeedableRng, TryRng};

use crate::{reading::moment::OurClock, status::Failure};

/// What generators take from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) clock: OurClock,
    pub(crate) policy: Policy,
    pub(crate) seed: Option<u64>,
    /// How many identifiers are wanted.
    pub(crate) count: u64,
}

impl Setting {
    /// Whether a run before this one may have used the clock's present tick: then the first
    /// identifier is of the next one, unless `--after` says which one was the last.
    pub(crate) fn follows(&self) -> bool {
        matches!(self.clock, OurClock::System) && self.count > 0
    }

    /// The option that is refused beside a store, which grants time by its own clock.
    pub(crate) const fn at(&self) -> (&'static str, bool) {
        ("--at", matches!(self.clock, OurClock::At(_)))
    }

    /// A source of random bits of its own, for a format that `draws` some.
    pub(crate) fn rng(&self, draws: bool) -> Result<OurRng, Failure> {
        Ok(match self.seed {
            None if !draws => OurRng::None,
            None => OurRng::System(IdRng::from_os()?),
            Some(number) => {
                let mut seed = [0; 32];
                seed[..8].copy_from_slice(&number.to_le_bytes());
                OurRng::Seeded(ChaCha12Rng::from_seed(seed))
            }
        })
    }
}

/// Random bits of the operating system, or of a seed: `ChaCha12` whose key is the seed's eight
/// bytes, least significant first, and zeros.
#[derive(Debug)]
pub(crate) enum OurRng {
    None,
    System(IdRng),
    Seeded(ChaCha12Rng),
}

impl TryRng for OurRng {
    type Error = GenerateError;

    fn try_next_u32(&mut self) -> Result<u32, GenerateError> {
        match self {
            Self::None => Err(GenerateError::Entropy),
            Self::System(rng) => rng.try_next_u32(),
            Self::Seeded(rng) => Ok(rng.next_u32()),
        }
    }

    fn try_next_u64(&mut self) -> Result<u64, GenerateError> {
        match self {
            Self::None => Err(GenerateError::Entropy),
            Self::System(rng) => rng.try_next_u64(),
            Self::Seeded(rng) => Ok(rng.next_u64()),
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), GenerateError> {
        match self {
            Self::None => Err(GenerateError::Entropy),
            Self::System(rng) => rng.try_fill_bytes(bytes),
            Self::Seeded(rng) => {
                rng.fill_bytes(bytes);
                Ok(())
            }
        }
    }
}

/// The value of `--rolling-start`, where a tick's number has `most` bits.
pub(crate) fn rolling(bits: Option<u32>, most: u32) -> Result<u32, Failure> {
    match bits.unwrap_or(0) {
        bits if bits > most => {
            let message =
                format!("--rolling-start: {bits} bits, but a tick's number has {most} bits");
            Err(Failure::Usage(message))
        }
        bits => Ok(bits),
    }
}
