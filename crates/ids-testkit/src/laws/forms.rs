//! What holds for the list of an identifier's texts.

use core::{fmt::Debug, str::FromStr};
use std::borrow::Cow;

use ids_core::{ParseError, format::Forms};
use proptest::{
    prelude::{Strategy, any},
    test_runner::Config,
};

use super::{Laws, any_bytes, run, text};

impl<I> Laws<I>
where
    I: Forms<Form: Debug + PartialEq + FromStr<Err = ParseError>>,
{
    /// Holds `all` texts of an identifier against what the format says of them. There are as many random inputs as
    /// for `hold`.
    ///
    /// - The name of a form reads back as the form. In upper case it is not a name.
    /// - The first form is the canonical one.
    /// - A text reads back as the identifier. Those called `hex` and `decimal` are its number in these digits.
    /// - Texts are in the order of their identifiers exactly where the form `sorts`.
    /// - Whatever a form reads is what it writes of the same identifier, or an alias, which `canonical` turns into
    ///   that.
    ///
    /// # Panics
    /// If a law is broken: the message has the smallest input that was found.
    #[track_caller]
    pub fn forms(
        self,
        all: &[I::Form],
        sorts: fn(I::Form) -> bool,
        canonical: fn(I::Form, &str) -> Cow<'_, str>,
    ) {
        let names: Vec<_> = all.iter().map(ToString::to_string).collect();
        for (form, name) in all.iter().zip(&names) {
            assert_eq!(name.parse(), Ok(*form), "the name {name}");
            match name.to_uppercase().parse::<I::Form>() {
                Err(ParseError::Unknown { what: "form", known }) => {
                    assert_eq!(known, names.join(", "));
                }
                other => panic!("{name} in upper case: {other:?}"),
            }
        }
        let mut neighbours = self.edges();
        for id in &neighbours {
            assert_eq!(write(all[0], *id), id.to_string(), "the first form of {id:?}");
        }
        // Where the digits of a form are out of order, small numbers show it.
        neighbours.extend((0..100).filter_map(|bits| self.identifier(bits)));
        neighbours.sort_unstable();
        neighbours.dedup();
        for form in all {
            let texts: Vec<_> = neighbours.iter().map(|id| write(*form, *id)).collect();
            assert_eq!(texts.is_sorted_by(|a, b| a < b), sorts(*form), "whether {form:?} sorts");
            let longest = texts.iter().map(String::len).max().unwrap_or(0);
            self.form(*form, sorts(*form), canonical, longest);
        }
    }

    fn form(
        self,
        form: I::Form,
        sorts: bool,
        canonical: fn(I::Form, &str) -> Cow<'_, str>,
        longest: usize,
    ) {
        let cases = Config::default().cases;
        let pairs = (self.of_any_width(), self.of_any_width());
        run(8 * cases, &pairs, |(a, b)| {
            let texts = [a, b].map(|id| write(form, id));
            assert_eq!(I::decode_as(form, texts[0].as_bytes()), Ok(a), "{form:?} of {a:?}");
            let number = match &*form.to_string() {
                "hex" => u128::from_str_radix(&texts[0], 16).ok(),
                "decimal" => texts[0].parse().ok(),
                _ => Some(a.to_bits()),
            };
            assert_eq!(number, Some(a.to_bits()), "{form:?} of {a:?}");
            if sorts {
                assert_eq!(texts[0].cmp(&texts[1]), a.cmp(&b), "{form:?} of {a:?} and {b:?}");
            }
        });
        let read = |text: &[u8]| {
            if let Ok(id) = I::decode_as(form, text) {
                let text = core::str::from_utf8(text).expect("what is read is text");
                assert_eq!(canonical(form, text), write(form, id), "{form:?} reads {text:?}");
            }
        };
        run(cases / 8, &self.of_any_width(), |id| {
            let text = write(form, id).into_bytes();
            for index in 0..text.len() {
                for byte in 0..=u8::MAX {
                    let mut other = text.clone();
                    other[index] = byte;
                    read(&other);
                }
            }
        });
        run(8 * cases, &(text(longest), any_bytes(longest)), |(text, bytes)| {
            read(text.as_bytes());
            read(&bytes);
        });
    }

    /// Identifiers whose texts without leading zeros have all lengths.
    fn of_any_width(self) -> impl Strategy<Value = I> {
        (any::<u128>(), 0..128_u32)
            .prop_filter_map("no identifier", move |(bits, shift)| self.identifier(bits >> shift))
    }
}

fn write<I: Forms>(form: I::Form, id: I) -> String {
    id.encode_as(form).to_string()
}
