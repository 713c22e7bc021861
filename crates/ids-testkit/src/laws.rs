//! What holds for every identifier type.

mod forms;

use core::{fmt::Debug, marker::PhantomData};
use std::borrow::Cow;

use ids_core::{Id, ParseError, format::Layout};
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
///   identifier. An error that names a byte names its place.
/// - The pattern matches the text, the whole of it and nothing around it; what it matches is an
///   identifier's text, or only the number, a fixed field or a checksum is wrong.
/// - Identifiers, numbers and bytes are in the same order, and texts where the format says so.
///
/// ```
/// use ids_testkit::{Laws, Shelf};
/// Laws::<Shelf>::new().text_order().exact_pattern().hold();
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "laws are held by calling hold"]
pub struct Laws<I> {
    layout: Layout,
    text_order: bool,
    exact_pattern: bool,
    canonical: fn(&str) -> Cow<'_, str>,
    format: PhantomData<I>,
}

impl<I: Id> Laws<I> {
    /// The laws that hold for all formats.
    pub const fn new() -> Self {
        Self::of(I::LAYOUT)
    }

    /// The same laws for the identifiers of this layout, where the format has more than one.
    pub const fn of(layout: Layout) -> Self {
        Self {
            layout,
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

impl<I: Id> Default for Laws<I> {
    fn default() -> Self {
        Self::new()
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
        let edges = self.edges();
        assert!(edges.len() > 1, "no identifier at the edges of the fields");
        for id in &edges {
            self.one(*id, &pattern);
            self.mutations(*id);
        }
        for pair in edges.windows(2) {
            self.two(pair[0], pair[1]);
        }
        run(cases, &(self.identifiers(), self.identifiers()), |(a, b)| {
            self.one(a, &pattern);
            self.two(a, b);
        });
        run(cases / 50, &self.identifiers(), |id| self.mutations(id));
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

    fn one(self, id: I, pattern: &Regex) {
        let (bits, bytes, text) = (id.to_bits(), id.to_bytes(), id.to_string());
        assert_eq!(self.layout.check(bits), Ok(()), "{id:?} and the layout");
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
            if let Err(ParseError::Digit { index, byte }) = text.parse::<I>() {
                let found = text.as_bytes().get(index);
                assert_eq!(found, Some(&byte), "the wrong place is named in {text:?}");
            }
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

impl<I: Id> Laws<I> {
    /// Identifiers of all zeros, all ones, each single bit and each single field.
    fn edges(self) -> Vec<I> {
        let fields = self.layout.fields().iter().flat_map(|field| {
            let low = 1 << field.low();
            [field.mask(), !field.mask(), field.mask() - low, low]
        });
        let bits = (0..self.layout.bits()).map(|bit| 1 << bit);
        let bits = [0, u128::MAX].into_iter().chain(bits).chain(fields);
        let mut edges: Vec<I> = bits.filter_map(|bits| self.identifier(bits)).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    fn identifiers(self) -> impl Strategy<Value = I> {
        any::<u128>().prop_filter_map("no identifier", move |bits| self.identifier(bits))
    }

    /// The identifier of this number, with each fixed field as the format has it.
    fn identifier(self, bits: u128) -> Option<I> {
        I::from_bits(self.layout.settle(bits)).ok()
    }
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

pub(crate) fn run<S: Strategy<Value: Debug>>(cases: u32, strategy: &S, law: impl Fn(S::Value)) {
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

/// The configuration of a property: `times` as many inputs as `PROPTEST_CASES` asks for, or as its default. Under
/// Miri there are four. What fails is not kept in a file.
pub fn cases(times: u32) -> Config {
    let default = Config::default();
    // Under Miri the harness is what takes the time.
    let cases = if cfg!(miri) { 4 } else { times * default.cases };
    Config { cases, failure_persistence: None, ..default }
}
