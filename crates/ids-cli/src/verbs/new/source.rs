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
    /// What a block is written over.
    blank: G::Id,
    ids: Vec<G::Id>,
}

/// The numbers of a generator's identifiers, of which `blank` is any.
pub(crate) fn numbers<G>(generator: G, blank: G::Id) -> Source
where
    G: Generate<Id: Copy + Into<u128>> + 'static,
{
    Box::new(Numbers { generator, blank, ids: Vec::new() })
}

impl<G: Generate<Id: Copy + Into<u128>>> Generate for Numbers<G> {
    type Id = u128;

    fn generate(&mut self) -> Result<u128, GenerateError> {
        self.generator.generate().map(Into::into)
    }

    fn fill(&mut self, numbers: &mut [u128]) -> Result<usize, GenerateError> {
        self.ids.resize(numbers.len(), self.blank);
        let filled = self.generator.fill(&mut self.ids)?;
        for (number, id) in numbers.iter_mut().zip(&self.ids[..filled]) {
            *number = (*id).into();
        }
        Ok(filled)
    }

    fn clock(&self) -> &dyn Clock {
        self.generator.clock()
    }
}
