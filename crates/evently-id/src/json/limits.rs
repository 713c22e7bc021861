//! How much JSON text may ask of its reader.

/// How deep arrays and objects may be nested, unless [`Limits`] say otherwise. The outermost one is
/// at depth 1.
pub const MAX_DEPTH: u32 = 128;

/// How many bytes exponents may add to the numbers of one event, unless [`Limits`] say otherwise.
/// Example: `1e131071` is eight bytes of JSON and 128 KiB of canonical text.
pub const MAX_EXPANSION: usize = 16 << 20;

/// What a reader accepts of one text at most (rule [EVENTLY-14](crate::rules#evently-14)). The
/// default is that of the rule. To verify a ledger that was written without these limits, allow
/// more.
///
/// ```
/// use evently_id::{Canonicalizer, Limits, Numbers};
/// let deep = format!("{}{}", "[".repeat(129), "]".repeat(129));
/// let mut canonicalizer = Canonicalizer::new(Numbers::Positional);
/// assert!(canonicalizer.canonicalize(deep.as_bytes()).is_err());
/// let limits = Limits::DEFAULT.with_depth(129).expect("at most 1,000");
/// let mut canonicalizer = canonicalizer.with_limits(limits);
/// assert_eq!(canonicalizer.canonicalize(deep.as_bytes()), Ok(deep.as_bytes()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    depth: u32,
    expansion: usize,
}

impl Limits {
    /// Those of the rule: [`MAX_DEPTH`] and [`MAX_EXPANSION`].
    pub const DEFAULT: Self = Self { depth: MAX_DEPTH, expansion: MAX_EXPANSION };

    /// The deepest nesting that can be allowed. Each level takes a part of the thread's stack;
    /// this many fit a stack of 2 MiB.
    pub const DEEPEST: u32 = 1000;

    /// The same limits with this many arrays and objects inside one another; `None` above
    /// [`DEEPEST`](Self::DEEPEST).
    #[inline]
    #[must_use]
    pub const fn with_depth(self, depth: u32) -> Option<Self> {
        if depth > Self::DEEPEST { None } else { Some(Self { depth, ..self }) }
    }

    /// The same limits with this many bytes that exponents may add to the numbers of one text.
    #[inline]
    #[must_use]
    pub const fn with_expansion(self, expansion: usize) -> Self {
        Self { expansion, ..self }
    }

    /// How many arrays and objects may be inside one another.
    #[inline]
    pub const fn depth(self) -> u32 {
        self.depth
    }

    /// How many bytes exponents may add to the numbers of one text.
    #[inline]
    pub const fn expansion(self) -> usize {
        self.expansion
    }
}

impl Default for Limits {
    #[inline]
    fn default() -> Self {
        Self::DEFAULT
    }
}
