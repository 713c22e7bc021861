//! Texts written in a program, checked when it is compiled.

use crate::{
    ParseError, Text,
    format::{Digits, Hex},
};

/// A value of a type, from its text in the program: `literal!(TYPE, TEXT)`.
///
/// The type is an identifier or a part of one, by its name: not `Self` and not a type parameter.
/// The macro is a constant expression, for a `const`, a `static` or a function. A wrong text does
/// not compile. The compiler's message has the kind of the error, the index and the byte.
///
/// ```
/// use ids_core::{ParseError, format::{Hex, or_return}, literal};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Shelf(u128);
///
/// impl Shelf {
///     const fn decode(text: &[u8]) -> Result<Self, ParseError> {
///         Ok(Self(or_return!(Hex::LOWER.decode::<4>(text))))
///     }
/// }
///
/// const SHELF: Shelf = literal!(Shelf, "be11");
/// assert_eq!(SHELF, Shelf(0xbe11));
/// ```
///
/// This one fails with `this is no Shelf: digit at index 3, byte 0x67`:
/// ```compile_fail,E0080
/// # use ids_core::literal;
/// # use ids_testkit::Shelf;
/// let shelf = literal!(Shelf, "be1g");
/// ```
#[macro_export]
macro_rules! literal {
    ($type:ty, $text:expr $(,)?) => {{
        // An item, which `cargo check` evaluates too, even in a function without callers. The names are
        // such that no program has: the caller's expressions see an item of a macro, and a constant of
        // the caller's stands for itself in a pattern.
        const __LITERAL: $type = match <$type>::decode(::core::primitive::str::as_bytes($text)) {
            ::core::result::Result::Ok(__value) => __value,
            ::core::result::Result::Err(__error) => {
                $crate::format::refuse_literal(stringify!($type), __error)
            }
        };
        __LITERAL
    }};
}

/// What stops the compiler at a [`literal!`] whose text is wrong.
///
/// # Panics
/// Always, with the type's name, the kind of the error and where it is.
#[doc(hidden)]
#[cold]
#[inline]
#[track_caller]
pub const fn refuse_literal(name: &str, error: ParseError) -> ! {
    // A constant cannot use `Display`. A name that has no room is left out.
    const DECIMAL: Digits<10> = Digits::DECIMAL;
    let mut message = Text::<255>::concat(&[b"this is no"]);
    if name.len() > 150 || !message.push(b" ") || !message.push(name.as_bytes()) {
        message = Text::concat(&[b"this is not of the type"]);
    }
    message = Text::concat(&[message.as_bytes(), b": ", error.kind().as_bytes()]);
    if let Some(index) = error.index() {
        let index = DECIMAL.encode::<20>(index as u128);
        message = Text::concat(&[message.as_bytes(), b" at index ", index.as_bytes()]);
    }
    if let ParseError::Digit { byte, .. } = error {
        let byte = Hex::LOWER.encode::<2>(byte as u128);
        message = Text::concat(&[message.as_bytes(), b", byte 0x", byte.as_bytes()]);
    }
    panic!("{}", message.as_str())
}
