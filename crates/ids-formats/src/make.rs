//! A generator of any format, made of parameters that are data.

mod params;

use alloc::{boxed::Box, vec, vec::Vec};
use core::{fmt, time::Duration};

use ids_core::{
    Clock, ClockError, Generate, GenerateError, Generator, Limits, ParseError, RangeError,
    format::{Scheme, errors},
};
use rand_core::{TryRng, utils::next_word_via_fill};
use siq::DomainError;

pub(crate) use self::params::values;
pub use self::params::{Given, Param, ParamKind};
use crate::UnixTime;

/// What generators of all formats take from outside.
pub struct Making<'a> {
    /// The clock. A format that has no time inside reads none.
    pub clock: Box<dyn Clock + Send + 'a>,
    /// Random bits. A format that has none inside draws none.
    pub rng: Box<dyn TryRng<Error = GenerateError> + Send + 'a>,
    /// How far the generator may part from its clock.
    pub limits: Limits,
    /// Where the generator continues.
    pub after: After,
}

impl<'a> Making<'a> {
    /// A clock and random bits; nothing was made before.
    #[inline]
    pub fn new(
        clock: impl Clock + Send + 'a,
        rng: impl TryRng<Error = GenerateError> + Send + 'a,
    ) -> Self {
        Self {
            clock: Box::new(clock),
            rng: Box::new(rng),
            limits: Limits::default(),
            after: After::Nothing,
        }
    }
}

impl fmt::Debug for Making<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Making").finish_non_exhaustive()
    }
}

/// `ids-core` has this for a box with `std` only.
pub(crate) struct AnyClock<'a>(pub(crate) Box<dyn Clock + Send + 'a>);

impl Clock for AnyClock<'_> {
    fn now(&self) -> Result<UnixTime, ClockError> {
        self.0.now()
    }
}

/// A random source of what fills bytes with random ones. Its words are little-endian, as `rand_core` has them.
#[inline]
pub fn rng(
    fill: impl FnMut(&mut [u8]) -> Result<(), GenerateError>,
) -> impl TryRng<Error = GenerateError> {
    Filled(fill)
}

struct Filled<F>(F);

impl<F: FnMut(&mut [u8]) -> Result<(), GenerateError>> TryRng for Filled<F> {
    type Error = GenerateError;

    fn try_next_u32(&mut self) -> Result<u32, GenerateError> {
        next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, GenerateError> {
        next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), GenerateError> {
        (self.0)(bytes)
    }
}

/// Where a generator continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Nothing was made before.
    Nothing,
    /// A generator before it may have made identifiers up to now, and up to this far ahead.
    Now(Duration),
    /// This was the last identifier.
    Id(u128),
}

/// A generator of any format. Its identifiers are numbers.
///
/// ```
/// use ids_formats::{Given, Making, UnixTime, family, rng};
/// use ids_core::{GenerateError, Generate};
/// // A clock that stands still. A snowflake has no random bits, so that no source is asked.
/// let clock = UnixTime::from_millis(1_462_015_105_796);
/// let discord = family("snowflake").unwrap().formats[1];
/// let no_rng = || rng(|_| Err(GenerateError::Entropy));
/// let node = [("worker", Given::Number(1)), ("process", Given::Number(0))];
/// let mut maker = discord.maker(&node, Making::new(clock, no_rng()))?;
/// let bits = maker.generate()?;
/// assert_eq!(discord.text(discord.facts().canonical, bits), "175928847299117056");
/// let many = maker.reserve(usize::MAX);
/// assert_eq!(many, Err(GenerateError::TooMany { max: 4096 }));
/// // Both parts are needed.
/// assert!(discord.maker(&node[..1], Making::new(clock, no_rng())).is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait Maker: Generate<Id = u128> + Send {
    /// The next `count` identifiers in one step.
    ///
    /// # Errors
    /// As [`generate`](Generate::generate); [`GenerateError::TooMany`] if `count` are never
    /// available at once.
    fn reserve(&mut self, count: usize) -> Result<Vec<u128>, GenerateError>;

    /// Accepts that the clock was set: [`Generator::accept_jump`].
    ///
    /// # Errors
    /// [`RangeError`] if the format has no such time.
    fn accept_jump(&mut self, now: UnixTime) -> Result<(), RangeError>;
}

errors! {
    /// Why there is no generator of these parameters.
    #[non_exhaustive]
    pub enum MakeError {
        /// The format is only read, or its identifiers follow from something else.
        None => "decode_only", "this format has no generator";
        /// The value at this index is of a parameter that the format does not have.
        Unknown {
            /// The index in the list of values.
            index: usize,
        } => "unknown", "the value at {index} has a name that no parameter has";
        /// A parameter has no value.
        Missing {
            /// Its name.
            name: &'static str,
        } => "missing", "{name} is missing";
        /// A parameter has two values.
        Repeated {
            /// Its name.
            name: &'static str,
        } => "repeated", "{name} has two values";
        /// Exactly one of these has to have a value.
        OneOf {
            /// Their names.
            names: &'static [&'static str],
        } => "missing", ("one of these is wanted: {}", names.join(", "));
        /// A value is of another kind than its parameter.
        Kind {
            /// The parameter's name.
            name: &'static str,
        } => "kind", "{name} has a value of another kind";
        /// The format, or the identifier to continue after, has another value.
        Differs {
            /// The parameter.
            name: &'static str,
        } => "differs", "the format, or the identifier to continue after, has another {name}";
        /// A number is too large.
        Range(error: RangeError) => error.kind(), "{error}";
        /// A text, or the identifier to continue after, is not one of the format.
        Parse {
            /// The parameter's name, or `after`.
            name: &'static str,
            /// Why.
            error: ParseError,
        } => error.kind(), "{error}";
        /// A domain's name is not ASCII.
        Domain {
            /// The parameter's name.
            name: &'static str,
            /// Where.
            error: DomainError,
        } => error.kind(), "{error}";
        /// The clock, or where to begin by it.
        Generate(error: GenerateError) => error.kind(), "{error}";
    }
}

struct Numbers<G: Generate, B, J> {
    generator: G,
    /// What a block is written over.
    blank: G::Id,
    ids: Vec<G::Id>,
    /// How the generator reserves a block, and accepts a jump.
    block: B,
    jump: J,
}

/// The numbers of a generator's identifiers, of which `blank` is any.
#[inline]
pub fn numbers<G>(generator: G, blank: G::Id) -> impl Generate<Id = u128>
where
    G: Generate<Id: Copy + Into<u128>>,
{
    Numbers { generator, blank, ids: Vec::new(), block: (), jump: () }
}

impl<G: Generate<Id: Copy + Into<u128>>, B, J> Generate for Numbers<G, B, J> {
    type Id = u128;

    #[inline]
    fn generate(&mut self) -> Result<u128, GenerateError> {
        self.generator.generate().map(Into::into)
    }

    #[inline]
    fn fill(&mut self, numbers: &mut [u128]) -> Result<usize, GenerateError> {
        self.ids.resize(numbers.len(), self.blank);
        let filled = self.generator.fill(&mut self.ids)?;
        for (number, id) in numbers.iter_mut().zip(&self.ids[..filled]) {
            *number = (*id).into();
        }
        Ok(filled)
    }

    fn clock(&self) -> Option<&dyn Clock> {
        self.generator.clock()
    }
}

impl<G, B, J> Maker for Numbers<G, B, J>
where
    G: Generate<Id: Copy + Into<u128> + Send> + Send,
    B: Fn(&mut G, usize) -> Result<Vec<u128>, GenerateError> + Send,
    J: Fn(&mut G, UnixTime) -> Result<(), RangeError> + Send,
{
    fn reserve(&mut self, count: usize) -> Result<Vec<u128>, GenerateError> {
        (self.block)(&mut self.generator, count)
    }

    fn accept_jump(&mut self, now: UnixTime) -> Result<(), RangeError> {
        (self.jump)(&mut self.generator, now)
    }
}

/// What [`Format::maker`](crate::Format::maker) returns.
pub(crate) type Made<'a> = Result<Box<dyn Maker + 'a>, MakeError>;

/// The maker of a generator, of how it reserves a block, and of how it accepts a jump.
pub(crate) fn boxed<'a, G>(
    generator: G,
    blank: G::Id,
    block: impl Fn(&mut G, usize) -> Result<Vec<u128>, GenerateError> + Send + 'a,
    jump: impl Fn(&mut G, UnixTime) -> Result<(), RangeError> + Send + 'a,
) -> Box<dyn Maker + 'a>
where
    G: Generate<Id: Copy + Into<u128> + Send> + Send + 'a,
{
    Box::new(Numbers { generator, blank, ids: Vec::new(), block, jump })
}

/// The generator of a node, of a format whose identifiers have a time and a counter.
pub(crate) fn counting<'a, S>(
    making: Making<'a>,
    scheme: S,
    read: impl Fn(u128) -> Result<S::Id, MakeError>,
) -> Made<'a>
where
    S: Scheme<Id: Copy + Into<u128> + Send> + Send + 'a,
{
    let blank = scheme.id(0);
    let generator = Generator::new(AnyClock(making.clock), scheme).with_limits(making.limits);
    let generator = match making.after {
        After::Nothing => generator,
        After::Now(max_ahead) => generator.resume_after_now(max_ahead)?,
        After::Id(last) => generator.resume_after(read(last)?),
    };
    // Too many are refused before there is room for them.
    let block = |generator: &mut Generator<_, S>, count| {
        Ok(generator.reserve(count as u64)?.map(Into::into).collect())
    };
    Ok(boxed(generator, blank, block, <Generator<AnyClock<'_>, S>>::accept_jump))
}

/// The identifier of a number, to continue after.
pub(crate) fn last<I>(id: Result<I, ParseError>) -> Result<I, MakeError> {
    id.map_err(|error| MakeError::Parse { name: "after", error })
}

/// Fills a block wholly.
pub(crate) fn whole<I: Copy + Into<u128>>(
    blank: I,
    count: usize,
    fill: impl FnOnce(&mut [I]) -> Result<(), GenerateError>,
) -> Result<Vec<u128>, GenerateError> {
    let mut ids = vec![blank; count];
    fill(&mut ids)?;
    Ok(ids.into_iter().map(Into::into).collect())
}
