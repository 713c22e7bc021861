//! One side of a comparison with another implementation: `peer_siq write COUNT SEED`, `peer_siq read`.
//!
//! Writes random identifiers in all forms, one in a line, or reads such lines and fails at the
//! first that is not what this crate makes of it. For comparison with another implementation:
//! `just peer-siq` does it with the Python library suou.
//!
//! The columns are those of [`COLUMNS`], separated by tabs.

use core::error::Error;
use std::{
    env,
    io::{BufRead, Write, stdin, stdout},
    process::ExitCode,
};

use ids_testkit::SplitMix;
use siq::{DomainHash, Form, Handle, Network, Qualifier, Siq};

const COLUMNS: &str = "decimal hex octal base64 crockford crockford0 base32 uri did mastodon matrix \
                       timestamp shard domain qualifier serial name hash";

/// The forms of the first columns.
const FORMS: [Form; 9] = [
    Form::Decimal,
    Form::Hex,
    Form::Octal,
    Form::Base64,
    Form::Crockford,
    Form::Crockford0,
    Form::Base32,
    Form::Uri,
    Form::Did,
];

/// A number of up to 112 bits, of all lengths.
fn random_id(random: &mut SplitMix) -> Siq {
    let (high, low) = (u128::from(random.next_u64()), u128::from(random.next_u64()));
    let bits = (high << 64 | low) >> 16 >> random.below(128).saturating_sub(16);
    Siq::from_bits(bits).unwrap_or(Siq::MAX)
}

/// A name of printable characters.
fn random_name(random: &mut SplitMix) -> String {
    let length = random.below(40) + 1;
    (0..length)
        .map(|_| char::from(b'!' + u8::try_from(random.below(94)).expect("less than 94")))
        .collect()
}

fn line(id: Siq, name: &str) -> Result<String, Box<dyn Error>> {
    let mut words: Vec<String> = FORMS.iter().map(|form| form.encode(id).to_string()).collect();
    for &network in Network::ALL {
        words.push(Handle::new(network, id, "example.com")?.to_string());
    }
    words.push(id.timestamp().to_string());
    words.push(id.shard().to_string());
    words.push(id.domain().to_bits().to_string());
    words.push((id.qualifier() as u8).to_string());
    words.push(id.serial().to_string());
    words.push(name.to_owned());
    words.push(DomainHash::from_name(name)?.to_bits().to_string());
    Ok(words.join("\t"))
}

/// Reads each form and says whether everything is as we write it.
fn holds(text: &str) -> Result<bool, Box<dyn Error>> {
    let words: Vec<&str> = text.split('\t').collect();
    if words.len() != COLUMNS.split_whitespace().count() {
        return Ok(false);
    }
    let id = Form::Decimal.decode(words[0].as_bytes())?;
    for (form, word) in FORMS.iter().zip(&words) {
        if form.decode(word.as_bytes())? != id {
            return Ok(false);
        }
    }
    for word in &words[9..11] {
        if Handle::decode(word)?.id() != id {
            return Ok(false);
        }
    }
    let qualifier = Qualifier::from_code(words[14].parse()?).ok_or("no qualifier")?;
    let domain = DomainHash::from_bits(words[13].parse()?);
    let (timestamp, shard, serial) = (words[11].parse()?, words[12].parse()?, words[15].parse()?);
    let made = Siq::from_parts(timestamp, shard, domain, qualifier, serial)?;
    Ok(made == id && line(id, words[16])? == text)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", count, seed] => {
            let (count, mut random) = (count.parse::<u64>()?, SplitMix::new(seed.parse()?));
            let mut out = stdout().lock();
            for _ in 0..count {
                let (id, name) = (random_id(&mut random), random_name(&mut random));
                writeln!(out, "{}", line(id, &name)?)?;
            }
        }
        ["read"] => {
            let mut count = 0_u64;
            for text in stdin().lock().lines() {
                let text = text?;
                if !holds(&text)? {
                    eprintln!("not as we write it: {text}");
                    return Ok(ExitCode::FAILURE);
                }
                count += 1;
            }
            println!("{count} identifiers read");
        }
        _ => {
            eprintln!("usage: peer_siq write COUNT SEED | peer_siq read\ncolumns: {COLUMNS}");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}
