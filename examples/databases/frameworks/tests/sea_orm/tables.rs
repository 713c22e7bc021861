//! Tables of entities.

pub(super) mod account {
    use super::super::sea_orm;
    use crate::AccountId;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "account")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AccountId,
        pub name: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(has_many = "super::message::Entity")]
        Message,
    }

    impl Related<super::message::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Message.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

pub(super) mod message {
    use super::super::sea_orm;
    use crate::AccountId;
    use evently_id::EventId;
    use flax_id::FlaxId;
    use ids_core::column::AsText;
    use luuid::Luuid;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "message")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: FlaxId,
        pub author: AccountId,
        pub parent: Option<FlaxId>,
        pub room: Option<Luuid>,
        #[sea_orm(unique, column_type = "Char(Some(16))")]
        pub link: Option<AsText<FlaxId>>,
        pub event: EventId,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::account::Entity",
            from = "Column::Author",
            to = "super::account::Column::Id"
        )]
        Account,
        #[sea_orm(belongs_to = "Entity", from = "Column::Parent", to = "Column::Id")]
        Parent,
    }

    impl Related<super::account::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Account.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

pub(super) mod counted {
    use super::super::sea_orm;
    use crate::AccountId;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "counted")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: AccountId,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
