//! Keys that two records share, and the plan that mends it.

use core::{error::Error, fmt};
use std::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};

use luuid::{Group, Key, Luuid};

/// Finds records that share key and group, and proposes new keys for all but one of them.
///
/// Of those that share, the one with the smallest random part keeps its identifier. So every process
/// that sees the same records comes to the same choice. The plan depends on the identifiers alone,
/// not on their order. It has, for each identifier that is to be replaced, the same group, version and
/// random bits with another key. The caller applies it, in any order: no new identifier is one of the
/// given.
///
/// `next` gives a key of a group, such as one of [`KeyBlocks`](crate::KeyBlocks). A key that one of
/// the given records has is passed over.
///
/// **Before publication only.** It changes the identifier itself. Once another system has seen it,
/// in a link, a message or a foreign key, it must stay. Records that are published already do not
/// belong in `ids`, and `next` must not give their keys.
///
/// ```
/// use ids_reserve::reassign;
/// use luuid::{Key, Luuid};
/// // Two offices counted on their own while their line was down.
/// let [here, there, alone]: [Luuid; 3] = [
///     "00000000-0007-62a0-a286-5533423d743b".parse()?,
///     "00000000-0007-62a0-a2b0-159d32e9b293".parse()?,
///     "00000000-0008-62a0-a4c2-90ab14d8e73f".parse()?,
/// ];
/// let mut free = 100..;
/// let next = |_group| Key::new(free.next().unwrap_or_default());
/// let plan = reassign([there, here, alone], next)?;
/// let to = "00000000-0064-62a0-a2b0-159d32e9b293".parse()?;
/// assert_eq!(plan, [(there, to)].into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReassignError::Twice`] if an identifier is given twice: nothing tells the two apart.
/// [`ReassignError::Repeats`] if `next` repeats itself. [`ReassignError::Keys`] if it fails.
#[inline]
pub fn reassign<E>(
    ids: impl IntoIterator<Item = Luuid>,
    mut next: impl FnMut(Group) -> Result<Key, E>,
) -> Result<BTreeMap<Luuid, Luuid>, ReassignError<E>> {
    // The smallest random part of those that share comes first.
    let order = |id: &Luuid| (id.group(), id.key(), id.random(), *id);
    let mut ids: Vec<Luuid> = ids.into_iter().collect();
    ids.sort_unstable_by_key(order);
    let mut taken: BTreeMap<Group, BTreeSet<Key>> = BTreeMap::new();
    for id in &ids {
        taken.entry(id.group()).or_default().insert(id.key());
    }
    let mut plan = BTreeMap::new();
    for pair in ids.windows(2) {
        let (before, from) = (pair[0], pair[1]);
        if before == from {
            return Err(ReassignError::Twice(from));
        }
        if (before.group(), before.key()) != (from.group(), from.key()) {
            continue;
        }
        let taken = taken.entry(from.group()).or_default();
        let mut passed_over = BTreeSet::new();
        let key = loop {
            let key = next(from.group()).map_err(ReassignError::Keys)?;
            if taken.insert(key) {
                break key;
            }
            if !passed_over.insert(key) {
                return Err(ReassignError::Repeats(key));
            }
        };
        if let Ok(to) = Luuid::new(key, from.group(), from.random()) {
            plan.insert(from, to.to_version(from.version()));
        }
    }
    Ok(plan)
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReassignError<E> {
    /// This identifier was given twice. Two records that share all 128 bits cannot be told apart.
    Twice(Luuid),
    /// The source of keys gave this key twice.
    Repeats(Key),
    /// The source of keys failed.
    Keys(E),
}

impl<E> ReassignError<E> {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Twice(_) => "twice",
            Self::Repeats(_) => "repeats",
            Self::Keys(_) => "keys",
        }
    }
}

impl<E> fmt::Display for ReassignError<E> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice(id) => write!(f, "{id} was given twice: nothing tells the two apart"),
            Self::Repeats(key) => write!(f, "the source of keys gave the key {key} twice"),
            Self::Keys(_) => f.write_str("the source of keys has no key"),
        }
    }
}

impl<E: Error + 'static> Error for ReassignError<E> {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Keys(error) => Some(error),
            _ => None,
        }
    }
}
