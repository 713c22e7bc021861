//! A field of one flavour.

use core::{fmt, marker::PhantomData};

use ids_core::format::Field;

use crate::{Kind, kind::impl_copy};

/// A field of the flavour `K`, such as `Discord::WORKER`.
///
/// The flavour is part of the type, so that fields of another one do not compile. It also says
/// which flavour a [`Node`](crate::Node) is of:
///
/// ```
/// use snowflake::{Discord, Node, Snowflake};
/// let node = Node::new(&[(Discord::WORKER, 1), (Discord::PROCESS, 0)])?;
/// assert_eq!(node.to_bits(), 1 << 17);
/// # Ok::<(), snowflake::ValuesError>(())
/// ```
///
/// ```compile_fail,E0308
/// use snowflake::{Discord, Snowflake, Twitter};
/// fn worker(id: Snowflake<Twitter>) -> u64 {
///     id.get(Discord::WORKER)
/// }
/// ```
///
/// ```compile_fail,E0308
/// use snowflake::{Discord, Node, Twitter};
/// let node = Node::<Twitter>::new(&[(Discord::WORKER, 1), (Discord::PROCESS, 0)]);
/// ```
///
/// Those of your own flavour are constants of its type, by their names in the layout. A name that
/// the layout does not have does not compile:
///
/// ```compile_fail,E0080
/// use snowflake::{Discord, FieldOf};
/// const WORKER: FieldOf<Discord> = FieldOf::named("machine");
/// # let _ = WORKER;
/// ```
pub struct FieldOf<K: Kind> {
    field: Field,
    kind: PhantomData<fn() -> K>,
}

impl_copy!(FieldOf, field);

impl<K: Kind> FieldOf<K> {
    /// The field of this name in the flavour's layout.
    ///
    /// # Panics
    /// If the layout has no field of this name: for a constant, when it is compiled.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn named(name: &str) -> Self {
        match K::FLAVOUR.layout().field(name) {
            Some(field) => Self { field, kind: PhantomData },
            None => panic!("the flavour has no field of this name"),
        }
    }

    /// The field in the layout: its name, its place and its largest value.
    ///
    /// ```
    /// use snowflake::Discord;
    /// let worker = Discord::WORKER.field();
    /// assert_eq!((worker.name(), worker.high(), worker.max()), ("worker", 21, 31));
    /// ```
    #[inline]
    pub const fn field(self) -> Field {
        self.field
    }
}

impl<K: Kind> fmt::Debug for FieldOf<K> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (flavour, name) = (K::FLAVOUR.name(), self.field.name());
        f.debug_struct("FieldOf").field("flavour", &flavour).field("name", &name).finish()
    }
}
