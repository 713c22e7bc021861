//! The registry: a program's groups by name, no two of them alike.

use core::{error::Error, fmt};

use ids_core::format::same_text;

use crate::Group;

/// A name and its group.
///
/// [`NamedGroup::new`] takes the group of the name's checksum. If another name has the same group,
/// give one of the two another by hand:
///
/// ```
/// use luuid::{Group, NamedGroup};
/// const FILE: NamedGroup<'_> = NamedGroup::new("com.example.billing.File");
/// const TEAM: NamedGroup<'_> =
///     NamedGroup { name: "com.example.crm.Team", group: Group::constant(0x2a2) };
/// assert_eq!(FILE.group, Group::from_name("com.example.crm.Team"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedGroup<'a> {
    /// The name.
    pub name: &'a str,
    /// The group it stands for.
    pub group: Group,
}

impl<'a> NamedGroup<'a> {
    /// The name with the group of its checksum ([LUUID-4](crate::rules#luuid-4)).
    #[inline]
    pub const fn new(name: &'a str) -> Self {
        Self { name, group: Group::from_name(name) }
    }
}

/// The groups that a program knows, each name and each group once
/// ([LUUID-5](crate::rules#luuid-5)).
///
/// Make it once, as a constant or when the program starts. It says which group a name has, and
/// which name a group has. A lookup searches the table from its start.
///
/// ```
/// use luuid::{Groups, Luuid, NamedGroup};
/// const GROUPS: Groups<'_> =
///     Groups::new(&[NamedGroup::new("person"), NamedGroup::new("building")]);
/// let id: Luuid = "00000023-122e-62a0-a789-28ef27ab7c62".parse()?;
/// assert_eq!(GROUPS.name(id.group()), Some("person"));
/// # Ok::<(), luuid::ParseError>(())
/// ```
///
/// Names that clash do not compile in a constant:
/// ```compile_fail,E0080
/// use luuid::{Groups, NamedGroup};
/// const GROUPS: Groups<'_> = Groups::new(&[
///     NamedGroup::new("com.example.billing.File"),
///     NamedGroup::new("com.example.crm.Team"),
/// ]);
/// # let _ = GROUPS;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Groups<'a> {
    entries: &'a [NamedGroup<'a>],
}

impl<'a> Groups<'a> {
    /// The registry of these groups.
    ///
    /// # Panics
    /// If two of them have the same name or the same group. Such a constant does not compile. For
    /// names that are only known when the program runs, use [`Groups::try_new`].
    #[inline]
    #[track_caller]
    pub const fn new(entries: &'a [NamedGroup<'a>]) -> Self {
        match Self::try_new(entries) {
            Ok(groups) => groups,
            Err(_) => panic!("two of these names are equal or have the same group"),
        }
    }

    /// As [`Groups::new`], for names that are only known when the program runs. Call it at the
    /// start, before any identifier is made.
    ///
    /// ```
    /// use luuid::{Groups, NamedGroup};
    /// let entries = ["com.example.billing.File", "com.example.crm.Team"].map(NamedGroup::new);
    /// let clash = Groups::try_new(&entries).unwrap_err();
    /// assert_eq!(
    ///     clash.to_string(),
    ///     "'com.example.billing.File' and 'com.example.crm.Team' both have group 2a1"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`GroupError`] names the first two that clash.
    #[inline]
    pub const fn try_new(entries: &'a [NamedGroup<'a>]) -> Result<Self, GroupError<'a>> {
        let mut index = 1;
        while index < entries.len() {
            let second = entries[index];
            let mut before = 0;
            while before < index {
                let first = entries[before];
                if first.group.to_bits() == second.group.to_bits()
                    || same_text(first.name, second.name)
                {
                    return Err(GroupError { first, second });
                }
                before += 1;
            }
            index += 1;
        }
        Ok(Self { entries })
    }

    /// The name of a group.
    #[inline]
    pub fn name(&self, group: Group) -> Option<&'a str> {
        self.entries.iter().find(|entry| entry.group == group).map(|entry| entry.name)
    }

    /// The group of a name.
    #[inline]
    pub fn group(&self, name: &str) -> Option<Group> {
        self.entries.iter().find(|entry| entry.name == name).map(|entry| entry.group)
    }

    /// All names and groups, in the order of the table.
    #[inline]
    pub const fn entries(&self) -> &'a [NamedGroup<'a>] {
        self.entries
    }
}

/// Two entries of a registry with the same name or the same group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupError<'a> {
    /// The one that stands first in the table.
    pub first: NamedGroup<'a>,
    /// The one that clashes with it.
    pub second: NamedGroup<'a>,
}

impl GroupError<'_> {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        "clash"
    }
}

impl fmt::Display for GroupError<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second } = self;
        if first.name == second.name {
            write!(f, "'{}' is registered twice", first.name)
        } else {
            write!(f, "'{}' and '{}' both have group {}", first.name, second.name, first.group)
        }
    }
}

impl Error for GroupError<'_> {}
