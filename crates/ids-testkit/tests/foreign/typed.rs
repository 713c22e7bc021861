//! Types of their own for identifiers: what `typed_id!` writes.

use std::collections::{BTreeMap, HashSet};

use evently_id::EventId;
use flax_id::{FlaxId, ParseError};
use ids_core::{Id, literal};
use ids_testkit::Laws;
use schemars::JsonSchema;
use serde::{
    Deserialize, Serialize,
    de::value::{self, BytesDeserializer},
};
use snowflake::{Discord, Snowflake};

// The macro is used as from a program that depends on a format's crate only.
flax_id::typed_id! {
    /// A user.
    pub(crate) struct UserId(FlaxId) = "user_";

    /// A session: another type of the same identifier.
    struct SessionId(FlaxId);

    /// What is sent.
    #[derive(zerocopy::IntoBytes, zerocopy::Immutable)]
    pub(crate) struct MessageId(Snowflakes);

    /// A thing.
    struct ThingId(EventId) = "urn:thing:";

    /// What is known by its checksum, and may be written in upper case.
    struct SiteId(siq::Siq) = "site-";

    /// What is written in decimal.
    struct PostId(Snowflake<Discord>) = "post_";
}

type Snowflakes = kuid::Local;

const TEXT: &str = "user_0RdKJcxqVBiAiQr0";
const USER: UserId = literal!(UserId, "user_0RdKJcxqVBiAiQr0");

#[test]
fn laws() {
    Laws::<UserId>::new().text_order().exact_pattern().hold_for(200);
    Laws::<SessionId>::new().text_order().exact_pattern().hold_for(200);
    Laws::<MessageId>::new().text_order().exact_pattern().hold_for(200);
    Laws::<ThingId>::new().text_order().exact_pattern().hold_for(200);
    Laws::<PostId>::new().hold_for(200);
}

#[test]
fn texts() {
    assert_eq!((USER.to_string().as_str(), USER.encode().as_str()), (TEXT, TEXT));
    assert_eq!(format!("{USER:?}"), r#"UserId("user_0RdKJcxqVBiAiQr0")"#);
    assert_eq!(TEXT.parse(), Ok(USER));
    assert_eq!(UserId::PATTERN, "^user_[-0-9A-Z_a-z]{16}$");
    assert_eq!(PostId::PATTERN, "^post_(0|[1-9][0-9]{0,19})$");
    assert_eq!((UserId::PREFIX, SessionId::PREFIX), ("user_", ""));
    assert_eq!(SessionId::new(USER.id()).to_string(), "0RdKJcxqVBiAiQr0");
    // The alias of a format is one behind a prefix, too.
    let site: SiteId = "site-did:siq:lm2a3kiagopopibaaaamgzymuoac6".parse().unwrap();
    assert_eq!("site-did:siq:LM2A3KIAGOPOPIBAAAAMGZYMUOAC6".parse(), Ok(site));
}

#[test]
fn wrong_texts() {
    let prefix = |index| ParseError::Expected { index, text: "user_" };
    for (text, error) in [
        ("", prefix(0)),
        ("use", prefix(3)),
        ("0RdKJcxqVBiAiQr0", prefix(0)),
        ("User_0RdKJcxqVBiAiQr0", prefix(0)),
        ("user-0RdKJcxqVBiAiQr0", prefix(4)),
        ("post_0RdKJcxqVBiAiQr0", prefix(0)),
        ("user_", ParseError::Length { found: 5, min: 21, max: 21 }),
        ("user_0RdKJcxqVBiAiQr+", ParseError::Digit { index: 20, byte: b'+' }),
        ("user_user_0RdKJcxqVBiAiQr0", ParseError::Length { found: 26, min: 21, max: 21 }),
    ] {
        assert_eq!(text.parse::<UserId>(), Err(error), "{text}");
        assert_eq!(UserId::decode(text.as_bytes()), Err(error), "{text}");
    }
}

#[test]
fn conversions() {
    assert_eq!((FlaxId::from(USER), UserId::from(USER.id())), (USER.id(), USER));
    assert_eq!(UserId::try_from(&USER.id().to_bytes()[..]), Ok(USER));
    assert_eq!(UserId::try_from(USER.id().to_bits()), Ok(USER));
    assert_eq!(UserId::try_from(1 << 96), Err(ParseError::TooLarge { bits: 96 }));
    assert_eq!(USER.as_ref(), USER.id().to_bytes());
    assert_eq!(Id::to_bytes(USER), USER.id().to_bytes());
    assert_eq!(HashSet::from([USER, USER]).len(), 1);
    assert_eq!(size_of::<Option<UserId>>(), size_of::<Option<FlaxId>>());
    let message = MessageId::new(kuid::Local::from_bits(7));
    assert_eq!(zerocopy::IntoBytes::as_bytes(&message), 7_u64.to_be_bytes());
}

#[test]
fn serde_has_the_prefix_where_people_read_it() {
    let json = format!("\"{TEXT}\"");
    assert_eq!(serde_json::to_string(&USER).unwrap(), json);
    assert_eq!(serde_json::from_str::<UserId>(&json).unwrap(), USER);
    let map = BTreeMap::from([(USER, 1)]);
    assert_eq!(serde_json::to_string(&map).unwrap(), format!("{{{json}:1}}"));
    let session = SessionId::new(USER.id());
    assert_eq!(serde_json::to_string(&session).unwrap(), "\"0RdKJcxqVBiAiQr0\"");
    // Without a prefix it is what the identifier is: a Snowflake may be an integer.
    let post = PostId::new(Snowflake::from_bits(7).unwrap());
    assert_eq!(serde_json::to_string(&post).unwrap(), "\"post_7\"");
    for (json, why) in [
        ("\"0RdKJcxqVBiAiQr0\"", "expected 'user_' at index 0"),
        ("\"user_0RdKJcxqVBiAiQr\"", "20 bytes, but this form has 21"),
        ("7", "invalid type: integer `7`, expected UserId as text"),
    ] {
        let error = serde_json::from_str::<UserId>(json).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }

    // Inside a tagged enum serde has the bytes of a binary format, and says that people read them.
    let read = |bytes| UserId::deserialize(BytesDeserializer::<value::Error>::new(bytes));
    assert_eq!(read(USER.as_ref()), Ok(USER));
    let error = read(&[7; 11]).unwrap_err().to_string();
    assert_eq!(error, "11 bytes, but this form has 12");
    // A Snowflake is never bytes.
    let read = PostId::deserialize(BytesDeserializer::<value::Error>::new(&[0; 8]));
    let error = read.unwrap_err().to_string();
    assert_eq!(error, "invalid type: byte array, expected PostId as text");

    let bytes = postcard::to_allocvec(&USER).unwrap();
    assert_eq!(bytes, postcard::to_allocvec(&USER.id()).unwrap());
    assert_eq!(postcard::from_bytes::<UserId>(&bytes).unwrap(), USER);
    let bytes = postcard::to_allocvec(&post).unwrap();
    assert_eq!((bytes.as_slice(), postcard::from_bytes::<PostId>(&bytes)), (&[7][..], Ok(post)));
}

#[test]
fn other_forms_of_a_field() {
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Row {
        #[serde(with = "flax_id::serde::hex")]
        user: UserId,
        #[serde(with = "flax_id::serde::bytes::option")]
        session: Option<SessionId>,
        #[serde(with = "snowflake::serde::number")]
        post: PostId,
    }
    let row =
        Row { user: USER, session: None, post: PostId::new(Snowflake::from_bits(7).unwrap()) };
    let json = r#"{"user":"user_05ca55528f7680cb8bb9bdc1","session":null,"post":7}"#;
    assert_eq!(serde_json::to_string(&row).unwrap(), json);
    assert_eq!(serde_json::from_str::<Row>(json).unwrap(), row);
    let error = serde_json::from_str::<Row>(&json.replace("user_05", "user_0G")).unwrap_err();
    assert!(error.to_string().contains("'G' at index 6"), "{error}");
    let error = serde_json::from_str::<Row>(&json.replace("user_0", "0")).unwrap_err();
    assert!(error.to_string().contains("expected 'user_' at index 0"), "{error}");
}

#[test]
fn schemas() {
    assert_eq!(schemars::schema_for!(UserId).to_value()["title"], "UserId");
    assert_ne!(UserId::schema_id(), SessionId::schema_id());
    assert_eq!(<PostId as utoipa::ToSchema>::name(), "PostId");
}

/// A column has the identifier without its prefix, in the type that the format decided on.
#[test]
fn columns() {
    use ids_core::column::{AsI64, AsText, AsUuid, Stored};

    assert_eq!(USER.to_value().unwrap(), USER.id().to_bytes());
    assert_eq!(UserId::from_value(USER.id().to_bytes().to_vec()).unwrap(), USER);
    assert_eq!(AsText(USER).to_value().unwrap(), TEXT);
    let post = PostId::new(Snowflake::from_bits(7).unwrap());
    assert_eq!((post.to_value().unwrap(), AsI64(post).to_value().unwrap()), (7, 7));
    let error = PostId::from_value(-7).unwrap_err().to_string();
    assert!(error.contains("-7 is negative"), "{error}");
    let thing = ThingId::new(EventId::MAX);
    let uuid = AsUuid(thing).to_value().unwrap();
    assert_eq!(uuid.as_u128(), EventId::MAX.to_bits());
    assert_eq!(AsUuid::from_value(uuid), Ok(AsUuid(thing)));
}
