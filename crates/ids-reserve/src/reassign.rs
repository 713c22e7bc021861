//! Keys that two records share, and the plan that mends it.

use std::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};

use ids_core::GenerateError;
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
/// the given records has is passed over. Records that share all 128 bits cannot be told apart: where
/// identifiers are put into the set, it says that one is there already.
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
/// let next = |_group| Ok::<_, Box<dyn std::error::Error>>(Key::new(free.next().unwrap_or_default())?);
/// let plan = reassign(&[there, here, alone].into(), next)?;
/// let to = "00000000-0064-62a0-a2b0-159d32e9b293".parse()?;
/// assert_eq!(plan, [(there, to)].into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `next`; [`GenerateError::Exhausted`] if it gives a key twice.
#[inline]
pub fn reassign<E: From<GenerateError>>(
    ids: &BTreeSet<Luuid>,
    mut next: impl FnMut(Group) -> Result<Key, E>,
) -> Result<BTreeMap<Luuid, Luuid>, E> {
    // The smallest random part of those that share comes first.
    let order = |id: &Luuid| (id.group(), id.key(), id.random(), *id);
    let mut ids: Vec<Luuid> = ids.iter().copied().collect();
    ids.sort_unstable_by_key(order);
    let mut taken: BTreeMap<Group, BTreeSet<Key>> = BTreeMap::new();
    for id in &ids {
        taken.entry(id.group()).or_default().insert(id.key());
    }
    let mut plan = BTreeMap::new();
    for pair in ids.windows(2) {
        let (before, from) = (pair[0], pair[1]);
        if (before.group(), before.key()) != (from.group(), from.key()) {
            continue;
        }
        let taken = taken.entry(from.group()).or_default();
        let mut passed_over = BTreeSet::new();
        let key = loop {
            let key = next(from.group())?;
            if taken.insert(key) {
                break key;
            }
            if !passed_over.insert(key) {
                return Err(GenerateError::Exhausted.into());
            }
        };
        if let Ok(to) = Luuid::new(key, from.group(), from.random()) {
            plan.insert(from, to.to_version(from.version()));
        }
    }
    Ok(plan)
}
