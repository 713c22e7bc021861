//! Text where people read it, bytes or numbers where they do not: shared by the siblings'
//! implementations.

mod component;
mod id;
mod typed;
mod way;

pub use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use self::{
    component::{deserialize_component, serialize_component},
    id::{deserialize, deserialize_number, serialize, serialize_number},
    typed::{deserialize_typed, serialize_typed},
    way::{ByBytes, ByForm, ByNumber, Way, deserialize_option, serialize_option},
};
