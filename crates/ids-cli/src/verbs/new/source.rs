//! What makes identifiers, whatever their format: each is a number.

use ids_core::Generate;
use ids_formats::{Format, Numbers};

use crate::status::Failure;

/// A format, and what makes its identifiers.
pub(crate) type Start = Result<(Box<dyn Format>, Source), Failure>;

/// A generator whose identifiers are numbers.
pub(crate) type Source = Box<dyn Generate<Id = u128>>;

/// The numbers of a generator's identifiers, of which `blank` is any.
pub(crate) fn numbers<G>(generator: G, blank: G::Id) -> Source
where
    G: Generate<Id: Copy + Into<u128>> + 'static,
{
    Box::new(Numbers::new(generator, blank))
}
