//! What makes identifiers, whatever their format: each is a number.

use ids_core::{Clock, Generate, GenerateError};
use ids_formats::Format;

use crate::status::Failure;

/// A format, and what makes its identifiers.
pub(crate) type Start = Result<(Box<dyn Format>, Source), Failure>;

/// A generator whose identifiers are numbers.
pub(crate) type Source = Box<dyn Generate<Id = u128>>;

/// Any format's generator as a [`Source`].
struct Numbers<G: Generate> {
    generator: G,
    ids: Vec<G::Id>,
}

/// The numbers of a generator's identifiers.
pub(crate) fn numbers<G>(generator: G) -> Source
where
    G: Generate<Id: Copy + Into<u128>> + 'static,
{
    Box::new(Numbers { generator, ids: Vec::new() })
}

impl<G: Generate<Id: Copy + Into<u128>>> Generate for Numbers<G> {
    type Id = u128;

    fn generate(&mut self) -> Result<u128, GenerateError> {
        self.generator.generate().map(Into::into)
    }

    fn fill(&mut self, numbers: &mut [u128]) -> Result<usize, GenerateError> {
        let Some(first) = numbers.first_mut() else { return Ok(0) };
        // The first one is what the others are written over.
        let id = self.generator.generate()?;
        *first = id.into();
        self.ids.resize(numbers.len(), id);
        let others = self.generator.fill(&mut self.ids[1..]).unwrap_or(0);
        for (number, id) in numbers[1..].iter_mut().zip(&self.ids[1..=others]) {
            *number = (*id).into();
        }
        Ok(1 + others)
    }

    fn clock(&self) -> &dyn Clock {
        self.generator.clock()
    }
}
