//! PostgreSQL: a server that is given, or one of its own in a temporary folder.

use std::{
    env, fs,
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::Command,
};

use postgres::{Client, NoTls};
use uuid::Uuid;

use super::{
    keys::Key,
    store::{Shape, Store},
};
use crate::{
    facts::{Collation, Texts, canonical_texts},
    part::Error,
};

/// Small, so that rows grow past it soon.
const SETTINGS: &str = "-c shared_buffers=8MB -c synchronous_commit=off -c fsync=off \
    -c full_page_writes=on -c autovacuum=off -c max_wal_size=4GB -c checkpoint_timeout=1h \
    -c listen_addresses=''";

pub struct Server {
    client: Client,
    begun: u64,
    /// The folder and the programs of a server of our own.
    own: Option<(PathBuf, PathBuf)>,
}

impl Server {
    pub fn connect(url: Option<&str>) -> Result<Self, Error> {
        if let Some(url) = url {
            return Ok(Self {
                client: prepared(Client::connect(url, NoTls)?)?,
                begun: 0,
                own: None,
            });
        }
        let programs = programs().ok_or("no PostgreSQL server is installed (initdb, pg_ctl)")?;
        let folder = env::temp_dir().join(format!("ids-report-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        // The server refuses to run as root.
        if nix::unistd::geteuid().is_root() {
            let user = nix::unistd::User::from_name("postgres")?.ok_or("no user postgres")?;
            chown(&folder, Some(user.uid.as_raw()), Some(user.gid.as_raw()))?;
        }
        let data = folder.join("data");
        let own = Some((folder.clone(), programs.clone()));
        unprivileged(
            &programs,
            "initdb",
            &folder,
            &[
                "-D",
                text(&data)?,
                "-U",
                "ids",
                "--no-sync",
                "--auth=trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
            ],
        )?;
        let options = format!("{SETTINGS} -k {}", text(&folder)?);
        let log = folder.join("log");
        unprivileged(
            &programs,
            "pg_ctl",
            &folder,
            &["-D", text(&data)?, "-l", text(&log)?, "-w", "-o", &options, "start"],
        )?;
        let url = format!("host={} user=ids dbname=postgres", text(&folder)?);
        let client = Client::connect(&url, NoTls).inspect_err(|_| stop(&folder, &programs))?;
        Ok(Self { client: prepared(client)?, begun: 0, own })
    }

    /// A thousand texts of each format, of identifiers over its whole range, sorted by the server.
    pub fn collations(&mut self) -> Result<Vec<Collation>, Error> {
        let mut all = Vec::new();
        for Texts { format, name, texts } in canonical_texts() {
            let mut keeps = [false; 3];
            for (keep, collation) in keeps.iter_mut().zip(["C", "und-x-icu", "en-US-x-icu"]) {
                let query = format!(
                    "SELECT t FROM unnest($1::text[]) AS t ORDER BY t COLLATE \"{collation}\""
                );
                let rows = self.client.query(&query, &[&texts])?;
                *keep = rows.iter().map(|row| row.get::<_, &str>(0)).eq(texts.iter());
            }
            all.push(Collation { format: format.into(), text: name, keeps });
        }
        Ok(all)
    }

    fn number(&mut self, query: &str) -> Result<f64, Error> {
        Ok(self.client.query_one(query, &[])?.try_get::<_, f64>(0)?)
    }
}

/// With the extension that looks into an index.
fn prepared(mut client: Client) -> Result<Client, Error> {
    client.batch_execute(
        "SET client_min_messages = warning; CREATE EXTENSION IF NOT EXISTS pgstattuple;
         SET synchronous_commit = off",
    )?;
    Ok(client)
}

fn text(path: &Path) -> Result<&str, Error> {
    Ok(path.to_str().ok_or("a path that is not a text")?)
}

/// The newest installed server's programs.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").ok();
    let mut found: Vec<PathBuf> =
        debian.into_iter().flatten().flatten().map(|entry| entry.path().join("bin")).collect();
    found.extend(env::var_os("PATH").iter().flat_map(env::split_paths));
    found.retain(|folder| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file());
    found.sort();
    found.pop()
}

/// Runs a program of the server, as the user `postgres` if this one is root.
fn unprivileged(
    programs: &Path,
    name: &str,
    folder: &Path,
    arguments: &[&str],
) -> Result<(), Error> {
    let mut command = if nix::unistd::geteuid().is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(programs.join(name));
        command
    } else {
        Command::new(programs.join(name))
    };
    let log = fs::File::create(env::temp_dir().join(format!("ids-report-{name}.log")))?;
    let status = command
        .args(arguments)
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .status()?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}").into()) }
}

fn stop(folder: &Path, programs: &Path) {
    let data = folder.join("data");
    let data = data.to_str().unwrap_or_default();
    drop(unprivileged(programs, "pg_ctl", folder, &["-D", data, "-m", "immediate", "stop"]));
    drop(fs::remove_dir_all(folder));
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some((folder, programs)) = &self.own {
            stop(folder, programs);
        } else {
            drop(self.client.batch_execute("DROP TABLE IF EXISTS ids_report"));
        }
    }
}

impl Store for Server {
    fn create(&mut self, column: &str) -> Result<(), Error> {
        let collation = if column == "text" { "COLLATE \"C\"" } else { "" };
        self.client.batch_execute(&format!(
            "DROP TABLE IF EXISTS ids_report;
             CREATE TABLE ids_report (key {column} {collation} PRIMARY KEY, payload text)"
        ))?;
        self.client.batch_execute("CHECKPOINT")?;
        let position = "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8";
        self.begun = self.number(position)? as u64;
        Ok(())
    }

    fn insert(&mut self, keys: &[Key]) -> Result<(), Error> {
        let insert = |kind: &str| {
            format!(
                "INSERT INTO ids_report
                 SELECT key, 'payload of forty characters, more or less'
                 FROM unnest($1::{kind}[]) AS key"
            )
        };
        let wrong = "keys of several kinds";
        match keys.first() {
            Some(Key::Number(_)) => {
                let keys = all(keys, |key| if let Key::Number(n) = key { Some(*n) } else { None });
                self.client.execute(&insert("bigint"), &[&keys.ok_or(wrong)?])?;
            }
            Some(Key::Bytes(_)) => {
                let keys =
                    all(keys, |key| if let Key::Bytes(b) = key { Some(&b[..]) } else { None });
                self.client.execute(&insert("bytea"), &[&keys.ok_or(wrong)?])?;
            }
            Some(Key::Uuid(_)) => {
                let uuid =
                    |key| if let &Key::Uuid(b) = key { Some(Uuid::from_bytes(b)) } else { None };
                self.client.execute(&insert("uuid"), &[&all(keys, uuid).ok_or(wrong)?])?;
            }
            Some(Key::Text(_)) => {
                let keys =
                    all(keys, |key| if let Key::Text(t) = key { Some(&t[..]) } else { None });
                self.client.execute(&insert("text"), &[&keys.ok_or(wrong)?])?;
            }
            None => {}
        }
        Ok(())
    }

    fn count(&mut self, first: &Key, last: &Key) -> Result<u64, Error> {
        let query =
            "SELECT count(*), sum(length(payload)) FROM ids_report WHERE key BETWEEN $1 AND $2";
        let row = match (first, last) {
            (Key::Number(a), Key::Number(b)) => self.client.query_one(query, &[a, b])?,
            (Key::Bytes(a), Key::Bytes(b)) => self.client.query_one(query, &[a, b])?,
            (Key::Text(a), Key::Text(b)) => self.client.query_one(query, &[a, b])?,
            (Key::Uuid(a), Key::Uuid(b)) => {
                let (a, b) = (Uuid::from_bytes(*a), Uuid::from_bytes(*b));
                self.client.query_one(query, &[&a, &b])?
            }
            _ => return Err("keys of several kinds".into()),
        };
        Ok(row.get::<_, i64>(0).try_into()?)
    }

    fn shape(&mut self) -> Result<Shape, Error> {
        let position = "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8";
        let log_bytes = self.number(position)? as u64 - self.begun;
        let row = self.client.query_one(
            "SELECT index_size, avg_leaf_density, leaf_fragmentation
             FROM pgstatindex('ids_report_pkey')",
            &[],
        )?;
        // It says NaN of an index with a single leaf.
        let sane = |number: f64| if number.is_nan() { 0.0 } else { number };
        Ok(Shape {
            index_bytes: row.get::<_, i64>(0).try_into()?,
            leaf_density: sane(row.get(1)),
            leaf_fragmentation: sane(row.get(2)),
            log_bytes,
        })
    }
}

fn all<'a, T>(keys: &'a [Key], part: impl Fn(&'a Key) -> Option<T>) -> Option<Vec<T>> {
    keys.iter().map(part).collect()
}
