//! The pipeline on simd-json, in the fastest way that its documentation has: a padded input, a tape and
//! buffers that are used again, no copy but the one that parsing in place needs, the members of all objects
//! in one list, strings written by vector instructions. Both harnesses measure it.
//!
//! It refuses less than ours: duplicate keys pass, U+0000 too, and numbers pass through binary64.

use evently_id::EventId;
use simd_json::{Buffers, INPUT_PADDING, Node, StaticNode, Tape, fill_tape_padded};
use value_trait::generator::{BaseGenerator, WriterGenerator};

/// A checksum as it is computed, and the text of the identifier that the record carries.
pub type Found<'a> = (u32, &'a str);

/// What is used again.
pub struct Pipeline {
    input: Vec<u8>,
    buffers: Buffers,
    /// Without nodes between two records.
    tape: Tape<'static>,
    out: Vec<u8>,
}

type Writer<'w> = WriterGenerator<'w, Vec<u8>>;

impl Pipeline {
    pub fn new() -> Self {
        let (buffers, tape) = (Buffers::default(), Tape::null());
        Self { input: Vec::new(), buffers, tape, out: Vec::new() }
    }

    pub fn found(&mut self, record: &[u8], previous: EventId) -> Found<'_> {
        let Self { input, buffers, tape: kept, out } = self;
        input.clear();
        input.extend_from_slice(record);
        input.extend_from_slice(&[0; INPUT_PADDING]);
        let mut tape = std::mem::replace(kept, Tape(Vec::new())).reset();
        fill_tape_padded(input, record.len(), buffers, &mut tape).unwrap();
        let mut members = Vec::with_capacity(32);
        let Fields { event, timestamp, id, body } = Fields::find(&tape.0).unwrap();
        out.clear();
        out.extend_from_slice(event.as_bytes());
        for field in body {
            write(field, &mut members, &mut Writer::new(out)).unwrap();
        }
        let checksum = finish(out, timestamp, previous);
        *kept = tape.reset();
        (checksum, id)
    }
}

/// The tail of the feed and the checksum.
pub fn finish(out: &mut Vec<u8>, timestamp: &str, previous: EventId) -> u32 {
    let time = evently_id::parse_timestamp(timestamp).unwrap();
    let mut tail = [0; 16 + 8 + 32];
    let (digits, rest) = tail.split_at_mut(16);
    let (ledger, last) = rest.split_at_mut(8);
    const_hex::encode_to_slice(time.to_be_bytes(), digits).unwrap();
    const_hex::encode_to_slice(previous.ledger().to_bits().to_be_bytes(), ledger).unwrap();
    const_hex::encode_to_slice(previous.to_bytes(), last).unwrap();
    out.extend_from_slice(&tail);
    crc32c::crc32c(out)
}

struct Fields<'t, 'i> {
    event: &'i str,
    timestamp: &'i str,
    id: &'i str,
    /// Entities, meta and data.
    body: [&'t [Node<'i>]; 3],
}

impl<'t, 'i> Fields<'t, 'i> {
    fn find(tape: &'t [Node<'i>]) -> Option<Self> {
        let ([mut event, mut timestamp, mut id], mut body) = ([""; 3], [&[][..]; 3]);
        let mut rest = &tape[1..];
        while let [Node::String(key), value @ ..] = rest {
            match (*key, value.first()?) {
                ("event", Node::String(text)) => event = text,
                ("timestamp", Node::String(text)) => timestamp = text,
                ("eventId", Node::String(text)) => id = text,
                ("entities", _) => body[0] = value,
                ("meta", _) => body[1] = value,
                ("data", _) => body[2] = value,
                _ => return None,
            }
            rest = &value[length(value)..];
        }
        Some(Self { event, timestamp, id, body })
    }
}

/// The nodes of the first value.
fn length(nodes: &[Node<'_>]) -> usize {
    match nodes[0] {
        Node::Object { count, .. } | Node::Array { count, .. } => count + 1,
        Node::String(_) | Node::Static(_) => 1,
    }
}

/// Writes the first value. `members` is a stack: those of the objects around it stand below.
fn write<'t, 'i>(
    nodes: &'t [Node<'i>],
    members: &mut Vec<(&'i str, &'t [Node<'i>])>,
    out: &mut Writer<'_>,
) -> std::io::Result<()> {
    match nodes[0] {
        Node::String(text) => out.write_string(text),
        Node::Static(StaticNode::Null) => out.write(b"null"),
        Node::Static(StaticNode::Bool(true)) => out.write(b"true"),
        Node::Static(StaticNode::Bool(false)) => out.write(b"false"),
        Node::Static(StaticNode::I64(number)) => out.write_int(number),
        Node::Static(StaticNode::U64(number)) => out.write_int(number),
        Node::Static(StaticNode::F64(number)) => out.write_float(number),
        Node::Array { len, .. } => {
            out.write_char(b'[')?;
            let mut rest = &nodes[1..];
            for item in 0..len {
                if item > 0 {
                    out.write_char(b',')?;
                }
                write(rest, members, out)?;
                rest = &rest[length(rest)..];
            }
            out.write_char(b']')
        }
        Node::Object { len, .. } => {
            let first = members.len();
            let mut rest = &nodes[1..];
            for _ in 0..len {
                let Node::String(key) = rest[0] else { unreachable!("a key is a string") };
                members.push((key, &rest[1..]));
                rest = &rest[1 + length(&rest[1..])..];
            }
            members[first..].sort_unstable_by_key(|(key, _)| *key);
            for member in first..first + len {
                let (key, value) = members[member];
                out.write_char(if member > first { b',' } else { b'{' })?;
                out.write_string(key)?;
                out.write_char(b':')?;
                write(value, members, out)?;
            }
            if len == 0 {
                out.write_char(b'{')?;
            }
            members.truncate(first);
            out.write_char(b'}')
        }
    }
}
