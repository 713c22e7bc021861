//! Entities: keys, foreign keys, columns that may be empty.

use ids_core::column::AsText;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait as _, DatabaseConnection, DbErr, EntityTrait as _,
    IntoActiveModel as _, ModelTrait as _, QueryFilter as _, QueryOrder as _, Schema, Set,
};

use super::{
    backend, execute, sea_orm,
    session::Session,
    tables::{account, counted, message},
};
use crate::{AccountId, cases};

/// Two tables of entities: keys, foreign keys, columns that may be empty.
pub(super) async fn check(connection: &DatabaseConnection) -> Result<(), DbErr> {
    let build = backend(connection);
    let schema = Schema::new(build);
    for table in [
        schema.create_table_from_entity(account::Entity),
        schema.create_table_from_entity(message::Entity),
    ] {
        execute(connection, build.build(&table)).await?;
    }

    let ids = cases::discord().map(AccountId::new);
    for (index, id) in ids.into_iter().enumerate() {
        let account = account::Model { id, name: index.to_string() };
        assert_eq!(account.clone().into_active_model().insert(connection).await?, account);
        let inserted = account::Entity::find_by_id(id).one(connection).await?;
        assert_eq!(inserted, Some(account));
    }
    let twice = account::ActiveModel { id: Set(ids[0]), name: Set("twice".into()) };
    twice.insert(connection).await.expect_err("the key is taken");

    let mut messages = Vec::new();
    for (index, id) in cases::flax().into_iter().enumerate() {
        let is_set = index > 0;
        let message = message::Model {
            id,
            author: ids[index],
            parent: is_set.then(|| cases::flax()[index - 1]),
            room: is_set.then(|| cases::luuid()[index]),
            link: is_set.then_some(AsText(id)),
            event: cases::event()[index],
        };
        let inserted = message::Entity::insert(message.clone().into_active_model());
        assert_eq!(inserted.exec(connection).await?.last_insert_id, id);
        messages.push(message);
    }
    let found = message::Entity::find().order_by_asc(message::Column::Id).all(connection).await?;
    assert_eq!(found, messages);
    for (message, id) in messages.iter().zip(ids) {
        let account =
            message.find_related(account::Entity).one(connection).await?.expect("an author");
        assert_eq!(account.id, id);
        let theirs = account.find_related(message::Entity).all(connection).await?;
        assert_eq!(theirs, std::slice::from_ref(message));
    }
    let filter = message::Column::Parent.eq(messages[0].id);
    let answers = message::Entity::find().filter(filter).all(connection).await?;
    assert_eq!(answers, messages[1..2]);
    let filter = message::Column::Room.is_in(cases::luuid());
    let in_rooms = message::Entity::find().filter(filter).all(connection).await?;
    assert_eq!(in_rooms.len(), 3);
    let filter = message::Column::Link.eq(AsText(messages[3].id));
    let linked = message::Entity::find().filter(filter).one(connection).await?;
    assert_eq!(linked.as_ref(), messages.last());

    let mut changed = messages[3].clone().into_active_model();
    (changed.parent, changed.room) = (Set(None), Set(Some(cases::luuid()[0])));
    let changed = changed.update(connection).await?;
    assert_eq!((changed.parent, changed.room), (None, Some(cases::luuid()[0])));
    let filter = message::Column::Parent.is_null();
    assert_eq!(message::Entity::find().filter(filter).all(connection).await?.len(), 2);

    let absent = AccountId::new(ids_core::Id::from_bits(7).expect("an identifier"));
    let stranger = message::ActiveModel {
        id: Set(ids_core::Id::from_bits(8).expect("an identifier")),
        author: Set(absent),
        event: Set(messages[0].event),
        ..Default::default()
    };
    stranger.insert(connection).await.expect_err("no such author");
    assert_eq!(
        message::Entity::delete_by_id(messages[3].id).exec(connection).await?.rows_affected,
        1
    );
    Ok(())
}

/// The types of the columns that were made of an entity.
pub(super) fn kinds(session: &Session) -> Vec<String> {
    let rows = session.rows(
        "SELECT CAST(data_type AS char(20)) AS kind FROM information_schema.columns \
         WHERE table_name = 'message' ORDER BY ordinal_position",
        [],
    );
    let kinds = rows.iter().map(|row| row.try_get::<String>("", "kind").expect("a text"));
    kinds.map(|kind| kind.trim_end().to_owned()).collect()
}

#[test]
fn entities_have_keys_and_columns_in_sqlite() {
    let session = Session::sqlite();
    session.runtime.block_on(check(&session.connection)).expect("entities");
}

#[test]
fn entities_have_keys_and_columns_in_postgres() {
    let Some(session) = Session::postgres() else { return };
    session.runtime.block_on(check(&session.connection)).expect("entities");
    assert_eq!(kinds(&session), ["bytea", "bigint", "bytea", "uuid", "character", "uuid"]);
}

#[test]
fn a_key_that_the_database_counts_is_an_error() {
    let session = Session::sqlite();
    session.run("CREATE TABLE counted (id INTEGER PRIMARY KEY)", []);
    let insert = counted::Entity::insert(counted::ActiveModel { id: sea_orm::NotSet });
    let error = session.runtime.block_on(insert.exec(&session.connection)).expect_err("counted");
    assert_eq!(error, DbErr::UnpackInsertId);
    let error = <AccountId as sea_orm::TryFromU64>::try_from_u64(1).expect_err("counted");
    assert_eq!(error, DbErr::ConvertFromU64("sea_orm::AccountId"));
}
