"""Pydantic, SQLAlchemy and Django, on SQLite; on PostgreSQL and MariaDB where IDS_POSTGRES and IDS_MYSQL are URLs."""

import json
import os
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import ids_formats as ids

NOW = 1_700_000_000 * 10**9
MADE = {
    "flax": ids.FlaxId.generator(clock=NOW).generate(),
    "discord": ids.Discord.generator(worker=1, process=2, clock=NOW).generate(),
    "luuid": ids.Luuid.generator(group="user").generate(),
    "evently": ids.EventlyId("0005cd7556b05092aecc815daa77f99c"),
    "siq": ids.Siq.generator(domain="example.com", shard=1, kind="user", clock=NOW).generate(),
    "local": ids.KuidLocal.generator(clock=NOW).generate(),
    "wide": ids.KuidGlobal.generator(name="a", clock=NOW).generate(),
}
POSTGRES = os.environ.get("IDS_POSTGRES")
MYSQL = os.environ.get("IDS_MYSQL")
TYPES = {  # the columns of docs/databases.md
    "postgresql": {"flax": "bytea", "discord": "bigint", "luuid": "uuid", "evently": "uuid", "siq": "uuid",
                   "local": "bigint", "wide": "bytea"},
    "mysql": {"flax": "binary(12)", "discord": "bigint", "luuid": "binary(16)", "evently": "binary(16)",
              "siq": "binary(16)", "local": "bigint", "wide": "binary(12)"},
}
NUMBERS = {"discord", "local"}


def test_pydantic():
    pydantic = pytest.importorskip("pydantic")
    fields: Any = {name: (type(id), ...) for name, id in MADE.items()}
    Model = pydantic.create_model("Model", **fields)
    model = Model(**MADE)
    texts = {name: str(id) for name, id in MADE.items()}
    assert json.loads(model.model_dump_json()) == texts and model.model_dump() == MADE
    assert Model.model_validate_json(json.dumps(texts)) == model == Model(**texts)
    schema = Model.model_json_schema()["properties"]["flax"]
    assert (schema["type"], schema["maxLength"]) == ("string", 16)
    with pytest.raises(pydantic.ValidationError) as caught:
        Model(**MADE | {"flax": "0RdKJcxqVBiAiQr!"})
    (error,) = caught.value.errors()
    assert (error["loc"], error["ctx"]["kind"], error["ctx"]["index"]) == (("flax",), "digit", 15)
    with pytest.raises(pydantic.ValidationError):
        Model.model_validate_json(json.dumps(texts | {"discord": 5}))


def urls():
    yield "sqlite://"
    if POSTGRES:
        yield POSTGRES.replace("postgresql://", "postgresql+psycopg://")
    if MYSQL:
        yield MYSQL.replace("mysql://", "mysql+pymysql://")
        yield MYSQL.replace("mysql://", "mariadb+pymysql://")


@pytest.mark.parametrize("url", list(urls()))
@pytest.mark.parametrize("text", [False, True])
def test_sqlalchemy(url, text):
    alchemy = pytest.importorskip("sqlalchemy")
    from ids_formats.sqlalchemy import IdType

    engine = alchemy.create_engine(url)
    columns = [alchemy.Column(name, IdType(type(id), text=text)) for name, id in MADE.items()]
    key = alchemy.Column("id", IdType(ids.FlaxId, text=text), primary_key=True)
    table = alchemy.Table(f"made_{int(text)}", alchemy.MetaData(), key, *columns)
    kept = ids.FlaxId.generator(clock=NOW).fill(20)
    with engine.begin() as connection:
        table.drop(connection, checkfirst=True)
        table.create(connection)
        connection.execute(table.insert(), [{"id": id, **MADE} for id in kept])
        connection.execute(table.insert(), {"id": "0RdKJcxqVBiAiQr0"})
        for name, id in MADE.items():
            found = connection.execute(alchemy.select(table.c[name]).where(table.c[name] == id)).scalars().all()
            assert found == [id] * 20, name
            literal = alchemy.select(table.c.id).where(table.c[name] == alchemy.literal(id, table.c[name].type))
            if text or name in NUMBERS:
                literal = literal.compile(engine, compile_kwargs={"literal_binds": True})
                assert len(connection.exec_driver_sql(str(literal)).all()) == 20, name
        first = connection.execute(alchemy.select(table.c.id).order_by(table.c.id)).scalars().all()
        assert first == [ids.FlaxId("0RdKJcxqVBiAiQr0"), *sorted(kept)]
        rest = connection.execute(alchemy.select(table).where(table.c.flax.is_(None))).one()
        assert rest[1:] == (None,) * len(MADE)
        wrong, message = (ids.Twitter(1), "no snowflake discord") if text else (ids.Discord(2**63), str(2**63 - 1))
        with pytest.raises(alchemy.exc.StatementError, match=message):
            connection.execute(table.insert(), {"id": "Facntv2qg4OSLLs4", "discord": wrong})
    family = "postgresql" if url.startswith("postgresql") else "mysql"
    if url != "sqlite://" and not text:
        with engine.connect() as connection:
            found = alchemy.inspect(connection).get_columns(table.name)
            columns = {column["name"]: str(column["type"]).lower() for column in found if column["name"] in MADE}
            assert columns == TYPES[family]


def databases():
    yield {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
    if POSTGRES:
        url = urlsplit(POSTGRES)
        yield {"ENGINE": "django.db.backends.postgresql", "NAME": url.path[1:], "HOST": url.hostname,
               "PORT": url.port, "USER": url.username}
    if MYSQL:
        url = urlsplit(MYSQL)
        socket = parse_qs(url.query)["unix_socket"][0]
        yield {"ENGINE": "django.db.backends.mysql", "NAME": url.path[1:], "USER": url.username,
               "OPTIONS": {"unix_socket": socket}}


@pytest.fixture(scope="module")
def models():
    django = pytest.importorskip("django")
    from django.conf import settings

    if MYSQL:
        import pymysql

        # It stands in for mysqlclient, of which Django wants this version at least.
        pymysql.version_info = (2, 2, 1, "final", 0)
        pymysql.install_as_MySQLdb()
    found = list(databases())
    settings.configure(DATABASES={"default": found[0], **{f"db{place}": one for place, one in enumerate(found)}},
                       INSTALLED_APPS=[], USE_TZ=True)
    django.setup()
    from django.db import models

    from ids_formats.django import IdField

    generator = ids.FlaxId.generator()

    def model(name, text):
        fields = {column: IdField(type(id), text=text, null=True) for column, id in MADE.items()}
        meta = type("Meta", (), {"app_label": "notes"})
        key = IdField(ids.FlaxId, primary_key=True, text=text, default=generator.generate)
        return type(name, (models.Model,), {"__module__": __name__, "Meta": meta, "id": key, **fields})

    return [model("Note", False), model("Text", True)]


@pytest.mark.parametrize("place", range(len(list(databases()))))
@pytest.mark.parametrize("text", [False, True])
def test_django(models, place, text):
    from django.core.exceptions import ValidationError
    from django.db import connections

    model, alias = models[text], f"db{place}"
    connection = connections[alias]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {model._meta.db_table}")
    with connection.schema_editor() as editor:
        editor.create_model(model)
    rows = model.objects.using(alias)
    kept = rows.create(**MADE)
    rows.create()
    for name, id in MADE.items():
        assert getattr(rows.get(**{name: id}), name) == id, name
        assert rows.get(**{name: str(id)}) == kept, name
        assert rows.filter(**{f"{name}__in": [id]}).count() == 1, name
    assert rows.filter(flax__isnull=True).count() == 1
    low, high = ids.FlaxId.range(NOW, NOW + 10**9)
    assert rows.filter(flax__gte=low, flax__lt=high).get() == kept
    with pytest.raises(ValidationError):
        model(flax="x").clean_fields()
    path, args = model._meta.get_field("flax").deconstruct()[1:3]
    assert (path, args) == ("ids_formats.django.IdField", [ids.FlaxId])
