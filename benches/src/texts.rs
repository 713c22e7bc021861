//! `encode` into a buffer, `to_string`, `decode` and `decode_invalid`: what an implementation does of them stands
//! together.

use std::{
    fmt::{Debug, Display},
    hint::black_box,
    rc::Rc,
};

use base64::{
    Engine,
    alphabet::Alphabet,
    engine::{GeneralPurpose, general_purpose::NO_PAD},
};
use data_encoding::Specification;
use ids_core::ParseError;

use crate::case::{COUNT, Cases};

/// What is done with texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The text as it is written, in the buffer that its caller has or in what a call returns.
    Encode,
    /// The text in a string of its own.
    ToString,
    /// From a text to the identifier.
    Decode,
    /// Refusing a text whose last character no format has.
    DecodeInvalid,
}

/// The cases of one operation, and the implementation that is added to them: its values, of its own type, and their
/// texts. A call is not kept through a pointer, for it could not be inlined.
pub struct Texts<V> {
    operation: Operation,
    pub cases: Cases,
    name: &'static str,
    values: Rc<Vec<V>>,
    texts: Vec<String>,
}

impl Texts<()> {
    pub fn new(operation: Operation) -> Self {
        let (cases, values, texts) = (Cases::new(COUNT), Rc::default(), Vec::new());
        Self { operation, cases, name: "", values, texts }
    }
}

impl<V: 'static> Texts<V> {
    /// Another implementation, with the same texts, and values of its own type made of those before.
    pub fn of<W>(self, name: &'static str, value: impl Fn(&V) -> W) -> Texts<W> {
        let values = self.values.iter().map(value).collect();
        self.with(name, values)
    }

    fn with<W>(self, name: &'static str, values: Vec<W>) -> Texts<W> {
        let Self { operation, cases, texts, .. } = self;
        Texts { operation, cases, name, values: values.into(), texts }
    }

    /// Another one, with the same values and texts.
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Another one, with texts of its own: what it writes, it has to read.
    pub fn other<W: 'static, T, E: Debug>(
        self,
        name: &'static str,
        values: Vec<W>,
        make: impl Fn(&W) -> String + 'static,
        read: impl Fn(&str) -> Result<T, E> + 'static,
        right: impl Fn(&W, &T) -> bool,
    ) -> Texts<W> {
        let texts: Vec<_> = values.iter().map(&make).collect();
        let same = |(value, text): (&W, &String)| read(text).is_ok_and(|read| right(value, &read));
        assert!(values.iter().zip(&texts).all(same), "{name}: wrong text");
        Texts { texts, ..self.with(name, values) }.strings(make).reads(right, read)
    }

    fn pairs(&self) -> impl Iterator<Item = (&V, &String)> {
        assert_eq!((self.values.len(), self.texts.len()), (COUNT, COUNT), "{}: inputs", self.name);
        self.values.iter().zip(&self.texts)
    }

    fn each(mut self, mut run: impl FnMut(usize, &V) + 'static) -> Self {
        let values = Rc::clone(&self.values);
        self.cases = self.cases.each(self.name, move || {
            values.iter().enumerate().for_each(|(index, value)| run(index, value));
        });
        self
    }

    /// `encode`: a call returns the text, which stays where it is.
    pub fn encodes<T: AsRef<str>>(self, mut encode: impl FnMut(&V) -> T + 'static) -> Self {
        if self.operation != Operation::Encode {
            return self;
        }
        let mut right = self.pairs().map(|(value, text)| encode(value).as_ref() == text);
        assert!(right.all(|right| right), "{}: wrong text", self.name);
        drop(right);
        self.each(move |_, value| {
            black_box(&encode(black_box(value)));
        })
    }

    /// `encode`: a call writes the text into one buffer, where it stays.
    pub fn writes<B: 'static>(
        self,
        mut buffer: B,
        mut write: impl for<'b> FnMut(&V, &'b mut B) -> &'b [u8] + 'static,
    ) -> Self {
        if self.operation != Operation::Encode {
            return self;
        }
        for (value, text) in self.pairs() {
            assert_eq!(write(value, &mut buffer), text.as_bytes(), "{}", self.name);
        }
        self.each(move |_, value| {
            black_box(write(black_box(value), &mut buffer));
        })
    }

    /// `to_string`: a call makes a string, which is freed after the next three. Of one that is freed at once the
    /// allocator reads what was just written, and how long that takes depends on where the string happens to lie.
    pub fn strings(self, mut make: impl FnMut(&V) -> String + 'static) -> Self {
        if self.operation != Operation::ToString {
            return self;
        }
        for (value, text) in self.pairs() {
            assert_eq!(make(value), *text, "{}", self.name);
        }
        let mut kept = [const { String::new() }; 4];
        self.each(move |index, value| kept[index % 4] = black_box(make(black_box(value))))
    }

    /// `decode` and `decode_invalid`.
    pub fn reads<T, E: Debug>(
        mut self,
        right: impl Fn(&V, &T) -> bool,
        mut read: impl FnMut(&str) -> Result<T, E> + 'static,
    ) -> Self {
        let (name, mut texts) = (self.name, self.texts.clone());
        match self.operation {
            Operation::Decode => {
                let same = |(value, text): (&V, &String)| right(value, &read(text).unwrap());
                assert!(self.pairs().all(same), "{name}: wrong identifier");
                let read = move |text: &String| read(text).expect("its own text");
                self.cases = self.cases.over(name, texts, |_, _| true, read);
            }
            Operation::DecodeInvalid => {
                for text in &mut texts {
                    text.pop();
                    text.push('!');
                }
                let refused = |_: &String, read: &Result<T, E>| read.is_err();
                self.cases = self.cases.over(name, texts, refused, move |text| read(text));
            }
            Operation::Encode | Operation::ToString => {}
        }
        self
    }
}

/// A format of ours, with its texts by another way.
pub fn own<I: Copy + Eq + Display + 'static, T: AsRef<str>>(
    operation: Operation,
    ids: Vec<I>,
    reference: impl Fn(&I) -> String,
    encode: impl Fn(&I) -> T + Copy + 'static,
    decode: impl Fn(&[u8]) -> Result<I, ParseError> + 'static,
) -> Texts<I>
where
    String: From<T>,
{
    let texts = ids.iter().map(reference).collect();
    // As every type is written, and through the text on the stack.
    Texts { texts, ..Texts::new(operation).with("ids", ids) }
        .encodes(encode)
        .strings(|id| id.to_string())
        .reads(I::eq, move |text| decode(text.as_bytes()))
        .named("ids-encode")
        .strings(move |id| String::from(encode(id)))
}

pub fn base64_peers(bytes: Texts<[u8; 12]>, alphabet: &str) -> Texts<[u8; 12]> {
    let [writer, reader] = [(); 2].map(|()| base64_engine(alphabet));
    let mut other = Specification::new();
    other.symbols.push_str(alphabet);
    let other = other.encoding().expect("64 different ones");
    let writer_of_other = other.clone();
    bytes
        .writes([0; 16], move |bytes, out| {
            writer.encode_slice(bytes, out).expect("16 characters");
            out
        })
        .reads(<[u8; 12]>::eq, move |text| {
            let mut buffer = [0; 12];
            reader.decode_slice_unchecked(text, &mut buffer).map(|_| buffer)
        })
        .named("data-encoding")
        .writes([0; 16], move |bytes, out| writer_of_other.encode_mut_str(bytes, out).as_bytes())
        .reads(<[u8; 12]>::eq, move |text| {
            let mut buffer = [0; 12];
            other.decode_mut(text.as_bytes(), &mut buffer).map(|_| buffer)
        })
}

pub fn base64_engine(alphabet: &str) -> GeneralPurpose {
    GeneralPurpose::new(&Alphabet::new(alphabet).expect("64 different ones"), NO_PAD)
}
