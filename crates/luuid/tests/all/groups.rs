//! Groups of names, and the registry that refuses two of a kind.

#![cfg(not(miri))]

use luuid::{Group, GroupError, Groups, NamedGroup};
use proptest::prelude::*;

/// "über" in Latin-1, as a program on another platform would have it.
#[test]
fn names_are_bytes() {
    assert_ne!(Group::from_name_bytes(b"\xfcber"), Group::from_name("über"));
}

/// The checksum bit by bit, as the format describes it.
fn checksum(bytes: &[u8]) -> u16 {
    let mut register = 0xfff_u16;
    for byte in bytes {
        register ^= u16::from(*byte);
        for _ in 0..8 {
            register = if register & 1 == 1 { register >> 1 ^ 0xf01 } else { register >> 1 };
        }
    }
    register ^ 0xfff
}

#[test]
fn groups_are_constants() {
    const PERSON: Group = Group::from_name("person");
    const GROUPS: Groups<'_> = Groups::new(&[
        NamedGroup::new("person"),
        NamedGroup { name: "people", group: Group::constant(0x001) },
    ]);
    assert_eq!(GROUPS.group("person"), Some(PERSON));
    assert_eq!(GROUPS.group("people"), Some(Group::constant(1)));
    assert_eq!(GROUPS.group("Person"), None);
    assert_eq!(GROUPS.name(Group::constant(1)), Some("people"));
    assert_eq!(GROUPS.name(PERSON), Some("person"));
    assert_eq!(GROUPS.name(Group::constant(2)), None);
    assert_eq!(GROUPS.entries().len(), 2);
}

const CLASHES: [(&str, &str, u16); 4] = [
    ("com.example.sales.Role", "com.example.web.Video", 0xf47),
    ("com.example.billing.File", "com.example.crm.Team", 0x2a1),
    ("com.example.hr.Supplier", "com.example.crm.Role", 0x9f9),
    ("com.example.billing.Team", "com.example.crm.File", 0xd68),
];

#[test]
fn clashes_are_refused_unless_overridden() {
    for (one, other, group) in CLASHES {
        let between = NamedGroup::new("person");
        let entries = [NamedGroup::new(one), between, NamedGroup::new(other)];
        let clash = Groups::try_new(&entries).unwrap_err();
        assert_eq!(clash, GroupError { first: entries[0], second: entries[2] });
        assert_eq!(clash.kind(), "clash");
        assert_eq!(clash.first.group.to_bits(), group);
        assert_eq!(clash.to_string(), format!("'{one}' and '{other}' both have group {group:03x}"));

        let free = NamedGroup { name: other, group: Group::constant(0x123) };
        let entries = [NamedGroup::new(one), between, free];
        let groups = Groups::try_new(&entries).unwrap();
        assert_eq!(groups.name(Group::constant(0x123)), Some(other));
        assert_eq!(groups.name(Group::constant(group)), Some(one));
    }
}

#[test]
fn a_name_twice_is_refused_whatever_its_groups() {
    let again = NamedGroup { name: "person", group: Group::constant(1) };
    for second in [NamedGroup::new("person"), again] {
        let entries = [NamedGroup::new("person"), second];
        let clash = Groups::try_new(&entries).unwrap_err();
        assert_eq!(clash.to_string(), "'person' is registered twice");
    }
    assert!(Groups::try_new(&[]).is_ok());
}

#[test]
#[should_panic(expected = "equal or have the same group")]
fn new_panics_where_a_constant_would_not_compile() {
    let entries = ["com.example.billing.File", "com.example.crm.Team"].map(NamedGroup::new);
    Groups::new(&entries);
}

#[test]
#[should_panic(expected = "at most 12 bits")]
fn a_constant_group_is_checked() {
    Group::constant(0x1000);
}

proptest! {
    #[test]
    fn as_the_bitwise_checksum(name in ".*", bytes in prop::collection::vec(any::<u8>(), 0..50)) {
        prop_assert_eq!(Group::from_name(&name).to_bits(), checksum(name.as_bytes()));
        prop_assert_eq!(Group::from_name_bytes(&bytes).to_bits(), checksum(&bytes));
    }

    #[test]
    fn a_registry_is_one_to_one(names in prop::collection::vec("[a-z]{1,3}", 0..60)) {
        let entries: Vec<_> = names.iter().map(|name| NamedGroup::new(name)).collect();
        match Groups::try_new(&entries) {
            Ok(groups) => for entry in &entries {
                prop_assert_eq!(groups.name(entry.group), Some(entry.name));
                prop_assert_eq!(groups.group(entry.name), Some(entry.group));
            },
            Err(clash) => {
                prop_assert_eq!(clash.first.group, clash.second.group);
                let both = entries.iter().filter(|entry| entry.group == clash.first.group);
                prop_assert!(both.count() >= 2);
            }
        }
    }
}
