//! `docs/databases.md`: every statement is executed by the databases that it is for, and every command
//! is run.
//!
//! A block `sql` is for all databases, a block `sql postgres` or `sql sqlite mysql` for these. With
//! `refused` its last statement is an error. A block `text` has the rows of the statements before it, in
//! each database that executed some. A block `console` has commands with their output.

use crate::{engine::Engine, ids};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/databases.md");

/// A fenced block: the words after the fence, and the lines inside, of which the first has a number.
struct Block {
    words: Vec<String>,
    line: usize,
    body: String,
}

fn blocks() -> Vec<Block> {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (mut blocks, mut open) = (Vec::new(), None::<Block>);
    for (index, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(words), None) => {
                let words = words.split_whitespace().map(str::to_owned).collect();
                open = Some(Block { words, line: index + 2, body: String::new() });
            }
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.body.push_str(line);
                block.body.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// Executes what is for this database.
pub(crate) fn hold(engine: &dyn Engine) {
    let (mut rows, mut executed, mut compared) = (String::new(), None, 0);
    for Block { words, line, body } in blocks() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let place = format!("docs/databases.md:{line} in {}", engine.name());
        let (refused, databases) = match words.as_slice() {
            ["sql", databases @ .., "refused"] => (true, databases),
            ["sql", databases @ ..] => (false, databases),
            ["text"] => {
                if let Some(before) = executed.take() {
                    assert_eq!(rows.trim_end(), body.trim_end(), "{place}, from {before}");
                    compared += 1;
                }
                rows.clear();
                continue;
            }
            _ => continue,
        };
        let known = ["postgres", "sqlite", "mysql", "mariadb"];
        assert!(databases.iter().all(|name| known.contains(name)), "{place}: {databases:?}");
        let is_its_own = engine.own_name().is_some_and(|name| databases.contains(&name));
        if !databases.is_empty() && !databases.contains(&engine.name()) && !is_its_own {
            continue;
        }
        match engine.query(&body) {
            Ok(found) if !refused => {
                rows.push_str(&found);
                if !found.is_empty() {
                    rows.push('\n');
                    executed.get_or_insert(place);
                }
            }
            Err(_) if refused => {}
            found => panic!("{place}: {found:?}"),
        }
    }
    assert!(executed.is_none(), "{executed:?} gives rows that no block has");
    assert!(compared >= 10, "{compared} blocks were compared");
}

/// Every command on the page prints what the page says.
#[test]
fn commands() {
    let mut count = 0;
    for Block { words, line, body } in blocks() {
        if words != ["console"] {
            continue;
        }
        for step in body.split("$ ids ").skip(1) {
            let (arguments, expected) = step.split_once('\n').unwrap();
            assert_eq!(
                ids(arguments).unwrap(),
                expected,
                "docs/databases.md:{line}: ids {arguments}"
            );
            count += 1;
        }
    }
    assert!(count >= 6, "{count} commands");
}
