//! A checker that knows the tables and the rules of ids, and nothing of the stores: it reads all rows and
//! computes every column anew.

use std::collections::{BTreeMap, BTreeSet};

use evently_ledger::{EventId, EventReader, Profile};
use serde_json::{Value, value::RawValue};

/// The rows of a ledger, each a JSON object with the columns; ids are 32 hex digits.
pub(crate) struct Tables {
    pub(crate) ledger: Value,
    /// In the order of their ids.
    pub(crate) events: Vec<Value>,
    pub(crate) entities: Vec<Value>,
}

impl Tables {
    /// Checks all; the ids.
    pub(crate) fn check(&self) -> Vec<EventId> {
        let mut reader = EventReader::new(Profile::Doc5);
        let (mut ids, mut keys, mut entities) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for row in &self.events {
            let text = |column: &str| row[column].as_str();
            let id: EventId = text("id").unwrap().parse().unwrap();
            let previous: Option<EventId> = text("previous").map(|id| id.parse().unwrap());
            assert_eq!(previous, ids.last().copied());
            let record = text("record").unwrap();
            let value: Value = serde_json::from_str(record).unwrap();
            let mut event = reader.read(record.as_bytes()).unwrap();
            assert_eq!(Some(event.name()), text("event"));
            assert_eq!(event.append_key().as_deref(), text("append_key"));
            assert_eq!((event.id(previous), value["eventId"].as_str()), (Ok(id), text("id")));
            assert!(previous.is_none_or(|previous| previous.timestamp() < id.timestamp()));
            assert!(text("append_key").is_none_or(|key| keys.insert(key)));
            // As it stands there: 1.50 would be read as 1.5.
            let own: BTreeMap<String, &RawValue> =
                serde_json::from_slice(event.entities()).unwrap();
            for (entity, own) in own {
                let keys = serde_json::from_str(own.get()).unwrap_or_else(|_| vec![own]);
                for key in keys.into_iter().map(RawValue::get) {
                    let key = match key.as_bytes()[0] {
                        b'"' => serde_json::from_str(key).unwrap(),
                        b'-' | b'0'..=b'9' | b't' | b'f' => key.to_owned(),
                        _ => continue,
                    };
                    entities.insert((entity.clone(), key, id));
                }
            }
            ids.push(id);
        }
        let text = |row: &Value, column: &str| row[column].as_str().unwrap().to_owned();
        let stored: Vec<_> = self
            .entities
            .iter()
            .map(|row| (text(row, "entity"), text(row, "key"), text(row, "id").parse().unwrap()))
            .collect();
        assert_eq!(stored.len(), entities.len());
        assert_eq!(stored.into_iter().collect::<BTreeSet<_>>(), entities);
        assert_eq!(self.ledger["events"].as_u64(), Some(ids.len() as u64));
        let head = self.ledger["head"].as_str().map(|id| id.parse().unwrap());
        assert_eq!((head, self.ledger["profile"].as_str()), (ids.last().copied(), Some("doc5")));
        ids
    }
}
