//! One ASCII character, by type: what lets a text be a `str` without a check.

/// One ASCII character.
///
/// The standard library's own, `core::ascii::Char`, is not stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(super) struct Ascii(u8);

impl Ascii {
    pub(super) const NUL: Self = Self(0);

    /// The character of this code.
    ///
    /// # Panics
    /// If the code is 128 or more.
    #[inline]
    #[track_caller]
    pub(super) const fn new(code: u8) -> Self {
        assert!(code.is_ascii(), "digits are ASCII");
        Self(code)
    }

    /// The character of the lowest seven bits.
    #[inline]
    pub(super) const fn of_low_bits(bits: u8) -> Self {
        Self(bits & 0x7f)
    }

    #[inline]
    pub(super) const fn code(self) -> u8 {
        self.0
    }

    /// The characters as text.
    #[inline]
    #[expect(
        unsafe_code,
        reason = "a check of what the type says already takes a fifth to a third of `String::from`"
    )]
    pub(super) const fn str(characters: &[Self]) -> &str {
        let text = core::ptr::from_ref(characters) as *const str;
        // SAFETY: an `Ascii` is a byte, by `repr(transparent)`, and below 128, for nothing outside of
        // this file makes one and both ways above see to it. Such bytes are UTF-8. Place, length and
        // lifetime are those of `characters`.
        unsafe { &*text }
    }
}
