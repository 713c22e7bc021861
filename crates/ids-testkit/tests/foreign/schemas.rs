//! Schemas: the pattern is the format's own, which the laws hold against its texts.

use ids_core::Id;
use regex::Regex;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;
use snowflake::{Discord, Snowflake};
use utoipa::{PartialSchema, ToSchema};

use crate::each;

/// A schema says what the format does.
fn holds<I: Id>(schema: &Value) {
    assert_eq!(schema["type"], "string");
    assert_eq!(schema["pattern"], I::PATTERN);
    let sentence = format!("The canonical text of an identifier of {}.", I::LAYOUT.name());
    assert_eq!(schema["description"], sentence);
    let example = schema["examples"].as_array().map(Vec::as_slice);
    let Some([Value::String(example)]) = example else { panic!("one example: {schema}") };
    assert!(Regex::new(I::PATTERN).unwrap().is_match(example), "{example}");
    assert_eq!(example.parse::<I>().map(|id| id.to_string()).as_deref(), Ok(&**example));
}

fn schema<I: Id + JsonSchema + PartialSchema>() {
    holds::<I>(&SchemaGenerator::default().into_root_schema_for::<I>().to_value());
    holds::<I>(&serde_json::to_value(<I as PartialSchema>::schema()).unwrap());
}

/// Both versions of utoipa say the same.
#[cfg(feature = "utoipa6")]
fn schema_of_6<I: Id + ToSchema + utoipa6::ToSchema>() {
    let schema = serde_json::to_value(<I as utoipa6::PartialSchema>::schema()).unwrap();
    holds::<I>(&schema);
    assert_eq!(schema, serde_json::to_value(<I as PartialSchema>::schema()).unwrap());
    assert_eq!(<I as utoipa6::ToSchema>::name(), <I as ToSchema>::name());
}

#[cfg(feature = "utoipa6")]
#[test]
fn version_6_of_utoipa() {
    each!(schema_of_6);
}

#[test]
fn each_has_a_pattern_and_an_example() {
    each!(schema);
}

#[test]
fn names() {
    fn names<T: JsonSchema + ToSchema>() -> [String; 2] {
        [T::schema_name().into(), <T as ToSchema>::name().into()]
    }
    assert_eq!(names::<flax_id::FlaxId>(), ["FlaxId"; 2]);
    assert_eq!(names::<kuid::Local>(), ["Local"; 2]);
    assert_eq!(names::<Snowflake<Discord>>(), ["Snowflake_discord"; 2]);
    // Two types of one name are two schemas.
    assert_eq!(flax_id::FlaxId::schema_id(), "flax_id::id::FlaxId");
}

/// Two identifiers of a struct share one definition, in which the example stands.
#[test]
fn in_a_struct() {
    #[derive(JsonSchema)]
    #[schemars(crate = "schemars")]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Event {
        id: flax_id::FlaxId,
        parent: Option<flax_id::FlaxId>,
    }
    let schema = schemars::schema_for!(Event).to_value();
    assert_eq!(schema["properties"]["id"]["$ref"], "#/$defs/FlaxId");
    assert_eq!(schema["$defs"]["FlaxId"]["examples"][0], "0RdKJcxqVBiAiQr0");
}

/// The derive of utoipa asks a flavour that it sees for a schema. Behind a name it sees none.
#[test]
fn in_a_struct_of_utoipa() {
    type UserId = Snowflake<Discord>;

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Event {
        id: flax_id::FlaxId,
        user: UserId,
        #[schema(value_type = u64)]
        number: UserId,
    }
    let schema = serde_json::to_value(Event::schema()).unwrap();
    let field = |name: &str| schema["properties"][name].clone();
    assert_eq!(field("id")["$ref"], "#/components/schemas/FlaxId");
    assert_eq!(field("user")["$ref"], "#/components/schemas/Snowflake_discord");
    assert_eq!(field("number")["type"], "integer");
}
