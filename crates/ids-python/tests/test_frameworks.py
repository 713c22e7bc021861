"""Pydantic, FastAPI, SQLAlchemy, Alembic and Django, on SQLite; the databases' types on PostgreSQL and MariaDB too, where
IDS_POSTGRES and IDS_MYSQL are URLs."""

import json
import os
import subprocess
import sys
import textwrap
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

import pytest

import ids_formats as ids

NOW = 1_700_000_000 * 10**9
MADE = {
    "flax": ids.FlaxId.generator(clock=NOW).generate(),
    "discord": ids.Discord.generator(worker=1, process=2, clock=NOW).generate(),
    "luuid": ids.Luuid.generator(group="user", keys=range(1, 9)).generate(),
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
JSON = {"content-type": "application/json"}


def test_orjson():
    orjson = pytest.importorskip("orjson")
    assert orjson.loads(orjson.dumps(MADE, default=str)) == {name: str(id) for name, id in MADE.items()}


@pytest.mark.parametrize("name", MADE)
def test_msgspec(name):
    msgspec = pytest.importorskip("msgspec")
    id = MADE[name]
    message = msgspec.defstruct("Message", [("id", type(id))])
    text = msgspec.json.encode(message(id), enc_hook=str)
    read = lambda text: msgspec.json.decode(text, type=message, dec_hook=lambda kind, value: kind.parse(value))
    assert json.loads(text) == {"id": str(id)} and read(text).id == id
    for wrong in (b'{"id":5}', b'{"id":"x"}', b'{"id":null}'):
        with pytest.raises(msgspec.ValidationError):
            read(wrong)


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
    for strict in (False, True):
        assert Model.model_validate(texts, strict=strict) == Model.model_validate(MADE, strict=strict) == model
        for name, id in MADE.items():
            # An identifier's number, and all that is not a text.
            for wrong in (int(id), 5, 1.0, True, None, [], {}):
                if wrong != True or strict:  # noqa: E712: JSON's number 1.0 is equal
                    with pytest.raises(pydantic.ValidationError):
                        Model.model_validate(texts | {name: wrong}, strict=strict)
                with pytest.raises(pydantic.ValidationError):
                    Model.model_validate_json(json.dumps(texts | {name: wrong}), strict=strict)
    bytes_ = {name: bytes(id) for name, id in MADE.items()}
    assert Model.model_validate(bytes_) == model
    assert Model.model_validate(texts | {"luuid": MADE["luuid"].uuid}) == model
    for wrong in (bytes_, texts | {"luuid": MADE["luuid"].uuid}):
        with pytest.raises(pydantic.ValidationError):
            Model.model_validate(wrong, strict=True)


def test_pydantic_takes_numbers_where_a_model_says_so():
    pydantic = pytest.importorskip("pydantic")
    from ids_formats.pydantic import Numbers

    Model = pydantic.create_model("Model", id=(Annotated[ids.Discord, Numbers()], ...))
    for strict in (False, True):
        for value in (175928847299117063, "175928847299117063"):
            for model in (Model.model_validate({"id": value}, strict=strict),
                          Model.model_validate_json(json.dumps({"id": value}), strict=strict)):
                assert model.id == ids.Discord(175928847299117063)
                assert model.model_dump_json() == '{"id":"175928847299117063"}'
        for wrong in (1.0, True, -1, 2**64, "x", None):
            with pytest.raises(pydantic.ValidationError):
                Model.model_validate({"id": wrong}, strict=strict)
            with pytest.raises(pydantic.ValidationError):
                Model.model_validate_json(json.dumps({"id": wrong}), strict=strict)


def test_fastapi():
    fastapi = pytest.importorskip("fastapi")
    pydantic = pytest.importorskip("pydantic")
    from fastapi.testclient import TestClient

    from ids_formats.pydantic import Numbers

    app = fastapi.FastAPI()
    Message = pydantic.create_model("Message", id=(ids.Discord, ...))
    Counted = pydantic.create_model("Counted", id=(Annotated[ids.Discord, Numbers()], ...))

    @app.post("/message")
    def message(body: Message) -> Message:  # type: ignore[valid-type]
        return body

    @app.post("/counted")
    def counted(body: Counted) -> Counted:  # type: ignore[valid-type]
        return body

    @app.get("/message/{id}")
    def one(id: ids.Discord, after: ids.Discord | None = None):
        return {"id": str(id), "after": str(after)}

    client, text = TestClient(app), "175928847299117063"
    for body, status in ((f'"{text}"', 200), (text, 422), ("123", 422), ("1.0", 422), ("true", 422), ("null", 422),
                         ('"x"', 422), ('"175928847299117063 "', 422)):
        answer = client.post("/message", content=f'{{"id": {body}}}', headers=JSON)
        assert answer.status_code == status, (body, answer.text)
    assert client.post("/message", content=f'{{"id": "{text}"}}', headers=JSON).json() == {"id": text}
    assert client.post("/counted", content=f'{{"id": {text}}}', headers=JSON).json() == {"id": text}
    assert client.get(f"/message/{text}?after=5").json() == {"id": text, "after": "5"}
    assert client.get("/message/x").status_code == 422
    assert client.get("/openapi.json").status_code == 200


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


def run(folder, *command):
    """A program in a folder of its own, with this installation."""
    answer = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True,
                            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path])})
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def files(folder, **contents):
    for name, text in contents.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))


def test_alembic(tmp_path):
    pytest.importorskip("alembic")
    files(tmp_path, app="""
        from sqlalchemy import MetaData, Table, Column
        import ids_formats as ids
        from ids_formats.sqlalchemy import IdType

        class UserId(ids.FlaxId):
            __slots__ = ()

        kinds = [UserId, ids.Discord, ids.Luuid, ids.Siq, ids.EventlyId, ids.KuidGlobalDrift7]
        metadata = MetaData()
        for text in (False, True):
            Table(f"made_{int(text)}", metadata, Column("id", IdType(ids.FlaxId), primary_key=True),
                  *[Column(kind.__name__, IdType(kind, text=text)) for kind in kinds])
    """, place__env="""
        from alembic import context
        from sqlalchemy import create_engine
        from app import metadata
        from ids_formats.sqlalchemy import render_item

        with create_engine(context.config.get_main_option("sqlalchemy.url")).connect() as connection:
            context.configure(connection=connection, target_metadata=metadata, render_item=render_item)
            with context.begin_transaction():
                context.run_migrations()
    """)
    (tmp_path / "place/versions").mkdir()
    (tmp_path / "alembic.ini").write_text(
        f"[alembic]\nscript_location = place\nsqlalchemy.url = sqlite:///{tmp_path}/notes.db\n")
    template = os.path.join(os.path.dirname(__import__("alembic").__file__), "templates/generic/script.py.mako")
    with open(template) as mako:
        (tmp_path / "place/script.py.mako").write_text(mako.read())
    run(tmp_path, "-m", "alembic", "revision", "--autogenerate", "-m", "one")
    (written,) = (tmp_path / "place/versions").glob("*.py")
    assert "IdType(app.UserId, text=True)" in written.read_text()
    run(tmp_path, "-m", "alembic", "upgrade", "head")
    assert "No new upgrade operations" in run(tmp_path, "-m", "alembic", "check")
    run(tmp_path, "-c", """if True:
        from sqlalchemy import create_engine, select
        from app import metadata, UserId
        table = metadata.tables["made_0"]
        with create_engine("sqlite:///notes.db").begin() as connection:
            made = UserId.generator().generate()
            connection.execute(table.insert(), {"id": str(made), "UserId": made})
            assert connection.execute(select(table.c.UserId)).scalar() == made
    """)


def test_django_migrates_and_its_admin_saves(tmp_path):
    pytest.importorskip("django")
    apps = ["admin", "auth", "contenttypes", "sessions", "messages"]
    files(tmp_path, settings=f"""
        SECRET_KEY, ROOT_URLCONF, USE_TZ, DEBUG = "x", "urls", True, True
        ALLOWED_HOSTS = ["*"]
        DATABASES = {{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": "notes.db"}}}}
        INSTALLED_APPS = {[f"django.contrib.{app}" for app in apps]} + ["notes"]
        MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware",
                      "django.contrib.auth.middleware.AuthenticationMiddleware",
                      "django.contrib.messages.middleware.MessageMiddleware"]
        TEMPLATES = [{{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS":
                      {{"context_processors": ["django.template.context_processors.request",
                                              "django.contrib.auth.context_processors.auth",
                                              "django.contrib.messages.context_processors.messages"]}}}}]
    """, urls="""
        from django.contrib import admin
        from django.urls import path
        urlpatterns = [path("admin/", admin.site.urls)]
    """, notes____init__="", notes__models="""
        from django.contrib import admin
        from django.db import models
        import ids_formats as ids
        from ids_formats.django import IdField

        generator = ids.FlaxId.generator()

        class UserId(ids.FlaxId):
            __slots__ = ()

        class Note(models.Model):
            id = IdField(ids.FlaxId, primary_key=True, default=generator.generate)
            author = IdField(UserId, null=True, blank=True)
            message = IdField(ids.Discord, null=True, blank=True, unique=True)
            file = IdField(ids.Luuid, null=True, blank=True, text=True)
            siq = IdField(ids.Siq, null=True, blank=True)

        class Reply(models.Model):
            id = IdField(ids.FlaxId, primary_key=True, default=generator.generate, editable=False)
            note = models.ForeignKey(Note, models.CASCADE)

        admin.site.register([Note, Reply])
    """, manage="""
        import os, sys
        os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
        from django.core.management import execute_from_command_line
        execute_from_command_line(sys.argv)
    """, use=f"""
        import os
        os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
        import django
        django.setup()
        from django.contrib.admin.models import LogEntry
        from django.contrib.auth.models import User
        from django.test import Client
        from notes.models import Note, Reply, UserId

        client = Client()
        client.force_login(User.objects.create_superuser("root"))
        page = "/admin/notes/note/"
        given = {{"id": "0RdKJcxqVBiAiQr0", "author": "", "message": "", "file": "", "siq": ""}}
        assert client.get(page + "add/").status_code == 200
        # Empty: none.
        assert client.post(page + "add/", given).status_code == 302
        note = Note.objects.get()
        assert (str(note.id), note.author, note.message, note.file, note.siq) == ("0RdKJcxqVBiAiQr0", None, None, None, None)
        assert client.post(page + "add/", given | {{"id": "FHoPi-2mdorZJiPo"}}).status_code == 302
        # Given.
        change = f"{{page}}{{note.id}}/change/"
        full = given | {{"initial-id": given["id"], "author": "0RdKJcxqVBiAiQr0", "message": " 175928847299117063 ",
                        "file": "{MADE['luuid']}", "siq": "{MADE['siq']}"}}
        assert client.post(change, full).status_code == 302
        note.refresh_from_db()
        assert isinstance(note.author, UserId) and int(note.message) == 175928847299117063
        assert (str(note.file), str(note.siq)) == ("{MADE['luuid']}", "{MADE['siq']}")
        # Given once more: nothing has changed.
        assert "175928847299117063" in client.get(change).content.decode()
        assert client.post(change, full).status_code == 302
        assert LogEntry.objects.order_by("-pk")[0].change_message == "[]"
        # Wrong: the form says so.
        for wrong in ("x", "-1", "99999999999999999999", "1" * 1000):
            answer = client.post(change, full | {{"message": wrong}})
            assert answer.status_code == 200 and "errorlist" in answer.content.decode(), wrong
        assert client.post(change, full | {{"id": ""}}).status_code == 200
        assert client.get(page).status_code == 200
        assert client.get(f"{{page}}x/change/").status_code == 302
        # A key of another table.
        assert client.post("/admin/notes/reply/add/", {{"note": str(note.id)}}).status_code == 302
        assert Reply.objects.get().note == note
    """)
    run(tmp_path, "manage.py", "makemigrations", "notes")
    (written,) = (tmp_path / "notes/migrations").glob("0*.py")
    assert "IdField(notes.models.UserId" in written.read_text()
    run(tmp_path, "manage.py", "migrate")
    run(tmp_path, "manage.py", "makemigrations", "--check")
    run(tmp_path, "use.py")
