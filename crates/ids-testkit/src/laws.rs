//! What holds for every identifier type.

use core::{
    fmt::{Debug, LowerHex, UpperHex},
    marker::PhantomData,
};
use std::borrow::Cow;

use ids_core::{Id, ParseError};
use proptest::{
    prelude::{Strategy, any},
    prop_oneof,
    string::string_regex,
    test_runner::{Config, RngSeed, TestRunner},
};
use regex::Regex;

/// The laws of an [`Id`], checked on identifiers at the edges of each field, on random ones, and on texts that
/// no encoder writes.
///
/// - The number, the bytes and the text each read back as the identifier.
/// - A number, bytes or text that read back as an identifier are the ones it writes; another text
///   may only be an alias that the format names.
/// - No input panics; any byte of a text changed, added or left out is an error or another
///   identifier.
/// - The pattern matches the text, the whole of it and nothing around it; what it matches is an
///   identifier's text, or only the number, a fixed field or a checksum is wrong.
/// - Identifiers, numbers and bytes are in the same order, and texts where the format says so.
///
/// ```
/// # use core::fmt;
/// # use ids_core::{format::*, *};
/// # #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// # struct Toy([u8; 2]);
/// # impl Toy {
/// #     const LAYOUT: Layout = Layout::new("toy", 16, &[Field::new("all", 15, 0)]);
/// #     const PATTERN: &'static str = "^[0-9a-f]{4}$";
/// #     fn encode(self) -> Text<4> { Hex::LOWER.encode(self.to_bits()) }
/// #     fn decode(text: &[u8]) -> Result<Self, ParseError> { Self::from_bits(Hex::LOWER.decode::<4>(text)?) }
/// # }
/// # impl_id!(Toy: [u8; 2]);
/// use ids_testkit::Laws;
/// Laws::<Toy>::new().text_order().exact_pattern().hold();
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "laws are held by calling hold"]
pub struct Laws<I> {
    text_order: bool,
    exact_pattern: bool,
    canonical: fn(&str) -> Cow<'_, str>,
    format: PhantomData<I>,
}

impl<I> Laws<I> {
    /// The laws that hold for all formats.
    pub const fn new() -> Self {
        Self {
            text_order: false,
            exact_pattern: false,
            canonical: |text| Cow::Borrowed(text),
            format: PhantomData,
        }
    }

    /// And texts are in the order of their identifiers.
    pub const fn text_order(self) -> Self {
        Self { text_order: true, ..self }
    }

    /// And every text that the pattern matches is an identifier's: where digits are whole bits
    /// and there is no checksum.
    pub const fn exact_pattern(self) -> Self {
        Self { exact_pattern: true, ..self }
    }

    /// And these texts, which `canonical` turns into what the format writes, are read as well.
    pub const fn aliases(self, canonical: fn(&str) -> Cow<'_, str>) -> Self {
        Self { canonical, ..self }
    }
}

impl<I> Default for Laws<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I> Laws<I>
where
    I: Id
        + LowerHex
        + UpperHex
        + PartialEq<str>
        + Into<String>
        + TryFrom<String, Error = ParseError>
        + for<'a> TryFrom<&'a str, Error = ParseError>,
{
    /// Holds the standard conversions against an identifier's text and bytes, at the edges of each field.
    ///
    /// # Panics
    /// If a law is broken.
    pub fn conversions(self) {
        for id in edges::<I>() {
            let text = id.to_string();
            assert_eq!(I::try_from(&*text), Ok(id), "from a text");
            assert_eq!(I::try_from(text.clone()), Ok(id), "from a text that is owned");
            assert_eq!(Into::<String>::into(id), text, "as a text");
            let longer = format!("{text} ");
            assert!(id == *text && id != *longer, "{id:?} is its text, and no other");
            assert!(I::try_from(&*longer).is_err(), "from a text with white space");
            let bytes = id.to_bytes();
            let digit = |digits: String, byte: &u8| digits + &*format!("{byte:02x}");
            let digits = bytes.as_ref().iter().fold(String::new(), digit);
            assert_eq!(format!("{id:x}"), digits, "all digits of the bytes");
            assert_eq!(format!("{id:#X}"), format!("0x{}", digits.to_uppercase()));
        }
    }
}

impl<I> Laws<I>
where
    I: Id + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    /// Holds the format against the laws, with 2048 random inputs of each kind: eight for each
    /// that `PROPTEST_CASES` asks for. They are the same every time, unless `PROPTEST_RNG_SEED`
    /// sets another seed.
    ///
    /// # Panics
    /// If a law is broken: the message has the smallest input that was found.
    #[track_caller]
    pub fn hold(self) {
        self.hold_for(8 * Config::default().cases);
    }

    /// As [`hold`](Self::hold), with `cases` random inputs of each kind.
    ///
    /// # Panics
    /// As [`hold`](Self::hold).
    #[track_caller]
    pub fn hold_for(self, cases: u32) {
        let pattern = Regex::new(I::PATTERN).map_err(|error| error.to_string());
        let pattern = pattern.unwrap_or_else(|error| panic!("{}: {error}", I::PATTERN));
        let edges = edges::<I>();
        assert!(edges.len() > 1, "no identifier at the edges of the fields");
        for id in &edges {
            Self::one(*id, &pattern);
            self.mutations(*id);
        }
        for pair in edges.windows(2) {
            self.two(pair[0], pair[1]);
        }
        let pairs = (identifiers::<I>(), identifiers::<I>());
        run(cases, &pairs, |(a, b)| {
            Self::one(a, &pattern);
            self.two(a, b);
        });
        run(cases / 50, &identifiers::<I>(), |id| self.mutations(id));
        let matching = string_regex(I::PATTERN.trim_matches(['^', '$']));
        let matching = matching.unwrap_or_else(|error| panic!("{}: {error}", I::PATTERN));
        run(cases, &matching, |text| self.matching(&text));
        let length = edges[0].to_string().len();
        run(cases, &text(length), |text| self.text(&text, None));
        let bytes = edges[0].to_bytes().as_ref().len();
        run(cases, &any_bytes(bytes), |bytes| {
            if let Ok(id) = I::try_from(bytes.as_slice()) {
                assert_eq!(id.to_bytes().as_ref(), bytes, "bytes that {id:?} does not write");
            }
        });
        run(cases, &any::<u128>(), |bits| {
            if let Ok(id) = I::from_bits(bits) {
                assert_eq!(id.to_bits(), bits, "a number that {id:?} is not");
            }
        });
    }

    fn one(id: I, pattern: &Regex) {
        let (bits, bytes, text) = (id.to_bits(), id.to_bytes(), id.to_string());
        assert_eq!(I::LAYOUT.check(bits), Ok(()), "{id:?} and the layout");
        assert_eq!(I::from_bits(bits), Ok(id), "{id:?} from its number");
        assert_eq!(I::try_from(bytes.as_ref()), Ok(id), "{id:?} from its bytes");
        let number = bytes.as_ref().iter().fold(0, |sum, byte| sum << 8 | u128::from(*byte));
        assert_eq!(number, bits, "the bytes of {id:?} are its number");
        assert_eq!(text.parse(), Ok(id), "{id:?} from its text");
        assert_eq!(pattern.find(&text).map(|found| found.as_str()), Some(&*text), "{}", I::PATTERN);
        for around in [format!("{text}\n"), format!(" {text}"), format!("{text}{text}")] {
            // Where the length is not fixed, a doubled text may be another one.
            let another = matches!(
                around.parse::<I>(),
                Ok(_) | Err(ParseError::TooLarge { .. } | ParseError::Fixed { .. })
            );
            assert!(another || !pattern.is_match(&around), "{} matches {around:?}", I::PATTERN);
        }
        let width = text.len() + 3;
        assert_eq!(format!("{id:>width$}"), format!("{text:>width$}"), "padding of {id:?}");
    }

    fn two(self, a: I, b: I) {
        let order = a.cmp(&b);
        assert_eq!(a.to_bits().cmp(&b.to_bits()), order, "{a:?} {b:?} as numbers");
        assert_eq!(a.to_bytes().as_ref().cmp(b.to_bytes().as_ref()), order, "{a:?} {b:?} as bytes");
        assert_eq!(a == b, order.is_eq(), "{a:?} {b:?} as equals");
        if self.text_order {
            assert_eq!(a.to_string().cmp(&b.to_string()), order, "{a:?} {b:?} as texts");
        }
    }

    /// A text that the pattern matches.
    fn matching(self, text: &str) {
        match text.parse::<I>() {
            Ok(id) => assert_eq!(id.to_string(), text, "{} matches an alias", I::PATTERN),
            Err(
                ParseError::TooLarge { .. }
                | ParseError::Fixed { .. }
                | ParseError::Checksum { .. },
            ) if !self.exact_pattern => {}
            Err(error) => panic!("{} matches {text:?}: {error}", I::PATTERN),
        }
    }

    /// Every text one byte away.
    fn mutations(self, id: I) {
        let text = id.to_string().into_bytes();
        for index in 0..=text.len() {
            for byte in 0..=u8::MAX {
                let mut longer = text.clone();
                longer.insert(index, byte);
                self.bytes_of_text(&longer, id);
                if index < text.len() && text[index] != byte {
                    let mut other = text.clone();
                    other[index] = byte;
                    self.bytes_of_text(&other, id);
                }
            }
            if index < text.len() {
                let mut shorter = text.clone();
                shorter.remove(index);
                self.bytes_of_text(&shorter, id);
            }
        }
    }

    fn bytes_of_text(self, text: &[u8], not: I) {
        if let Ok(text) = core::str::from_utf8(text) {
            self.text(text, Some(not));
        }
    }

    /// A text is refused, or is what its identifier writes, or is a named alias of that.
    fn text(self, text: &str, not: Option<I>) {
        let Ok(id) = text.parse::<I>() else { return };
        let written = id.to_string();
        assert_eq!((self.canonical)(text), written, "{text:?} reads as {id:?}");
        if written == text {
            assert_ne!(Some(id), not, "{text:?} reads as what writes another text");
        }
    }
}

/// Identifiers of all zeros, all ones, each single bit and each single field.
fn edges<I: Id>() -> Vec<I> {
    let open = |bits: u128| I::from_bits(settle::<I>(bits)).ok();
    let fields = I::LAYOUT.fields().iter().flat_map(|field| {
        let low = 1 << field.low();
        [field.mask(), !field.mask(), field.mask() - low, low]
    });
    let bits = (0..I::LAYOUT.bits()).map(|bit| 1 << bit);
    let mut edges: Vec<I> =
        [0, u128::MAX].into_iter().chain(bits).chain(fields).filter_map(open).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The number with each fixed field as the format has it.
fn settle<I: Id>(bits: u128) -> u128 {
    let settled = |bits, field: &ids_core::format::Field| match field.fixed() {
        None => bits,
        Some(fixed) => bits & !field.mask() | u128::from(fixed) << field.low(),
    };
    I::LAYOUT.fields().iter().fold(bits & I::LAYOUT.mask(), settled)
}

fn identifiers<I: Id>() -> impl Strategy<Value = I> {
    any::<u128>().prop_filter_map("no identifier", |bits| I::from_bits(settle::<I>(bits)).ok())
}

fn any_bytes(length: usize) -> impl Strategy<Value = Vec<u8>> {
    let exactly = proptest::collection::vec(any::<u8>(), length);
    prop_oneof![exactly, proptest::collection::vec(any::<u8>(), 0..2 * length)]
}

/// Any text, and text of about the right length in likely characters.
fn text(length: usize) -> impl Strategy<Value = String> {
    let likely = proptest::collection::vec("[0-9A-Za-z_-]", length).prop_map(|text| text.concat());
    prop_oneof![likely, any::<String>(), "\\PC{0,40}", "[0-9]{0,40}", "[0-9a-f-]{30,40}"]
}

fn run<S: Strategy<Value: Debug>>(cases: u32, strategy: &S, law: impl Fn(S::Value)) {
    let default = Config::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(0),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    let config = Config { cases, failure_persistence: None, rng_seed, ..default };
    let one = |value| {
        law(value);
        Ok(())
    };
    if let Err(error) = TestRunner::new(config).run(strategy, one) {
        panic!("{error}\nPROPTEST_RNG_SEED={rng_seed}");
    }
}
