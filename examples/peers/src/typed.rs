//! What three ways to give an identifier a type do, as `docs/comparison/integrations.md` says it.

use newtype_uuid::{TypedUuidKind, TypedUuidTag};
use type_safe_id::StaticType;

snowflake::typed_id! {
    /// What `typed_id!` writes, of an identifier that has no traits by derives of its own.
    pub(crate) struct PostId(snowflake::Snowflake<snowflake::Twitter>) = "post_";
}

pub(crate) enum Post {}

impl TypedUuidKind for Post {
    fn tag() -> TypedUuidTag {
        const TAG: TypedUuidTag = TypedUuidTag::new("post");
        TAG
    }
}

impl schemars08::JsonSchema for Post {
    fn schema_name() -> String {
        "Post".to_owned()
    }

    fn json_schema(_: &mut schemars08::r#gen::SchemaGenerator) -> schemars08::schema::Schema {
        true.into()
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Message;

impl StaticType for Message {
    const TYPE: &'static str = "message";
}

#[cfg(test)]
mod tests {
    use newtype_uuid::{GenericUuid, TypedUuid};
    use type_safe_id::TypeSafeId;
    use uuid::{Uuid, uuid};

    use super::{Message, Post, PostId};

    const ID: Uuid = uuid!("01890a5d-ac96-774b-bcce-b302099a8057");

    #[test]
    fn text() {
        let post: PostId = "post_1541815603606036480".parse().unwrap();
        assert_eq!(post.to_string(), "post_1541815603606036480");
        assert_eq!(TypedUuid::<Post>::from_untyped_uuid(ID).to_string(), ID.to_string());
        let message = TypeSafeId::<Message>::from_uuid(ID);
        assert_eq!(message.to_string(), "message_01h455vb4pex5vsknk084sn02q");
    }

    #[test]
    fn json() {
        let post: PostId = "post_7".parse().unwrap();
        assert_eq!(serde_json::to_value(post).unwrap(), "post_7");
        let typed = TypedUuid::<Post>::from_untyped_uuid(ID);
        assert_eq!(serde_json::to_value(typed).unwrap(), ID.to_string());
        let message = TypeSafeId::<Message>::from_uuid(ID);
        assert_eq!(serde_json::to_value(message).unwrap(), "message_01h455vb4pex5vsknk084sn02q");
    }

    #[test]
    fn default_is_nil() {
        assert_eq!(TypedUuid::<Post>::default().into_untyped_uuid(), Uuid::nil());
    }

    impl From<PostId> for serde_json::Value {
        fn from(post: PostId) -> Self {
            post.to_string().into()
        }
    }

    /// A type of the program's own may have any library's traits; one of a library's may not (E0117).
    #[test]
    fn foreign_traits() {
        let post: PostId = "post_7".parse().unwrap();
        assert_eq!(serde_json::Value::from(post), "post_7");
    }

    #[test]
    fn size() {
        assert_eq!(size_of::<PostId>(), 8);
        assert_eq!(size_of::<TypedUuid<Post>>(), 16);
        assert_eq!(size_of::<TypeSafeId<Message>>(), 16);
    }
}
