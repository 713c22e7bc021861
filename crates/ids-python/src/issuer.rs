//! A generator of any format, made by the crate that has its rules of what a caller gives by name.

use core::time::Duration;

use ids_core::{ClockError, Generate, GenerateError, ParseError, Policy, format::Scheme as _};
use kuid::{Local, LocalNode, Node, NodeId};
use luuid::{Group, Key};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyString},
};
use snowflake::{DynamicNode, Flavour};

use crate::{
    error::{Raise, Reason},
    given::{Given, needed},
    id::Id,
    kind::{Family, Maker},
    luuid::{group, keys, version},
    siq::{domain, qualifier},
    source::{Callee, Random, clock, guarded},
};

/// More identifiers than anybody fills a list with at once.
pub(crate) const MOST: usize = 1 << 26;

/// A generator of one format: the numbers of its identifiers.
pub(crate) trait Issue: Send {
    /// One.
    fn one(&mut self) -> Result<u128, GenerateError>;

    /// At most so many, as many as one reading of the clock allows.
    fn fill(&mut self, count: usize) -> Result<Vec<u128>, GenerateError>;

    /// So many in one step.
    fn reserve(&mut self, count: usize) -> Result<Vec<u128>, GenerateError>;

    /// What time it is by the clock of the generator.
    fn now(&self) -> Result<Duration, ClockError>;
}

/// How a generator gives so many identifiers in one step.
type Block<G> = fn(&mut G, usize) -> Result<Vec<<G as Generate>::Id>, GenerateError>;

/// A generator of a crate, the number of an identifier, and how a block is taken.
struct Of<G: Generate> {
    generator: G,
    zero: G::Id,
    number: fn(G::Id) -> u128,
    block: Block<G>,
}

impl<G> Issue for Of<G>
where
    G: Generate<Id: Copy + Send> + Send,
{
    fn one(&mut self) -> Result<u128, GenerateError> {
        self.generator.generate().map(self.number)
    }

    fn fill(&mut self, count: usize) -> Result<Vec<u128>, GenerateError> {
        let mut ids = vec![self.zero; count];
        let filled = self.generator.fill(&mut ids)?;
        Ok(ids[..filled].iter().map(|id| (self.number)(*id)).collect())
    }

    fn reserve(&mut self, count: usize) -> Result<Vec<u128>, GenerateError> {
        Ok((self.block)(&mut self.generator, count)?.into_iter().map(self.number).collect())
    }

    fn now(&self) -> Result<Duration, ClockError> {
        self.generator.clock().now()
    }
}

/// Sets what every counting generator has: the policy, the rolling start, the largest jump, the identifier
/// to continue after.
macro_rules! counting {
    ($generator:expr, $common:ident, $after:expr) => {{
        let mut generator =
            $generator.with_policy($common.policy).with_rolling_start($common.rolling);
        if let Some(jump) = $common.max_jump {
            generator = generator.with_max_jump(jump);
        }
        match $common.after {
            Some(last) => generator.resume_after($after(last)?),
            None => generator,
        }
    }};
}

/// What the generators of several formats are given.
struct Common {
    policy: Policy,
    rolling: u32,
    max_jump: Option<Duration>,
    after: Option<u128>,
}

impl Common {
    fn of(given: &Given<'_>, maker: &Maker<'_>) -> PyResult<Self> {
        let policy = given.length("max_ahead")?;
        let rolling = given.number("rolling")?.unwrap_or(0);
        let after = given.take("after")?;
        let after = after.map(|after| Id::read(maker.kind, &after)).transpose()?;
        Ok(Self {
            policy: policy.map_or(Policy::Wait, |max_ahead| Policy::Borrow { max_ahead }),
            rolling: u32::try_from(rolling).unwrap_or(u32::MAX),
            max_jump: given.length("max_jump")?,
            after: after.map(|id| id.bits),
        })
    }
}

fn refuse<T>(result: Result<T, ParseError>) -> PyResult<T> {
    result.map_err(|error| error.raise())
}

/// The generator of a class.
pub(crate) fn issuer(
    maker: &Maker<'_>,
    given: &Given<'_>,
    called: &mut Vec<Callee>,
) -> PyResult<Box<dyn Issue>> {
    // Keys are counted, so that a clock is an argument too many.
    let time =
        if matches!(maker.kind.family, Family::Luuid) { None } else { given.take("clock")? };
    let time = time.as_ref();
    match maker.kind.family {
        Family::Flax => flax(maker, given, time, called),
        Family::Luuid => luuid(maker, given, called),
        Family::Snowflake(flavour) => {
            let common = Common::of(given, maker)?;
            let node = node(flavour, given)?;
            let generator = ids_core::Generator::new(guarded(time, called)?, node);
            let narrow = |bits: u128| {
                refuse(u64::try_from(bits).map_err(|_| ParseError::TooLarge { bits: 64 }))
            };
            Ok(Box::new(Of {
                generator: counting!(generator, common, narrow),
                zero: 0,
                number: u128::from,
                block: |generator, count| Ok(generator.reserve(count as u64)?.collect()),
            }))
        }
        Family::KuidLocal => {
            let common = Common::of(given, maker)?;
            let generator = ids_core::Generator::new(guarded(time, called)?, LocalNode);
            let local = |bits| refuse(<Local as ids_core::Id>::from_bits(bits));
            Ok(Box::new(Of {
                generator: counting!(generator, common, local),
                zero: Local::from_bits(0),
                number: |id| id.to_bits().into(),
                block: |generator, count| Ok(generator.reserve(count as u64)?.collect()),
            }))
        }
        Family::KuidGlobal(drift) => {
            let common = Common::of(given, maker)?;
            let node = Node::new(node_id(given)?, drift);
            let generator = ids_core::Generator::new(guarded(time, called)?, node);
            let global = |bits| refuse(kuid::Global::from_bits(bits));
            Ok(Box::new(Of {
                generator: counting!(generator, common, global),
                zero: refuse(kuid::Global::from_bits(0))?,
                number: kuid::Global::to_bits,
                block: |generator, count| Ok(generator.reserve(count as u64)?.collect()),
            }))
        }
        Family::Siq => {
            let common = Common::of(given, maker)?;
            let domain = domain(&given.text("domain")?.ok_or_else(|| needed("domain"))?)?;
            let shard = given.number("shard")?.ok_or_else(|| needed("shard"))?;
            let shard = u8::try_from(shard).map_err(|_| {
                Reason { field: Some("shard"), ..Reason::new("range") }
                    .invalid(&format_args!("shard {shard}: a shard is at most 255"))
            })?;
            let kind = qualifier(&given.text("kind")?.ok_or_else(|| needed("kind"))?)?;
            let node = siq::Node::new(domain, shard, kind);
            let generator = ids_core::Generator::new(guarded(time, called)?, node);
            let siq = |bits| refuse(siq::Siq::from_bits(bits));
            Ok(Box::new(Of {
                zero: generator.scheme().id(0),
                generator: counting!(generator, common, siq),
                number: siq::Siq::to_bits,
                block: |generator, count| Ok(generator.reserve(count as u64)?.collect()),
            }))
        }
        Family::Evently => Err(PyTypeError::new_err(
            "the id of an event follows from the event: append it to a Chain or a Ledger",
        )),
    }
}

fn flax(
    maker: &Maker<'_>,
    given: &Given<'_>,
    time: Option<&Bound<'_, PyAny>>,
    called: &mut Vec<Callee>,
) -> PyResult<Box<dyn Issue>> {
    let rng = given.take("rng")?;
    let monotonic =
        given.take("monotonic")?.is_some_and(|value| value.is_truthy().unwrap_or(false));
    let common = Common::of(given, maker)?;
    // Independent draws of the system's random source differ in the child of a fork by themselves.
    let clock =
        if monotonic || rng.is_some() { guarded(time, called)? } else { clock(time, called)? };
    let rng = Random::new(rng.as_ref(), called)?;
    let mut generator = if monotonic {
        flax_id::Generator::monotonic(clock, rng)
    } else {
        flax_id::Generator::new(clock, rng)
    };
    generator = generator.with_policy(common.policy);
    if let Some(jump) = common.max_jump {
        generator = generator.with_max_jump(jump);
    }
    if let Some(last) = common.after {
        generator = generator.resume_after(refuse(flax_id::FlaxId::from_bits(last))?);
    }
    Ok(Box::new(Of {
        generator,
        zero: flax_id::FlaxId::MIN,
        number: flax_id::FlaxId::to_bits,
        block: |generator, count| {
            let mut ids = vec![flax_id::FlaxId::MIN; count];
            generator.fill_all(&mut ids)?;
            Ok(ids)
        },
    }))
}

fn luuid(
    maker: &Maker<'_>,
    given: &Given<'_>,
    called: &mut Vec<Callee>,
) -> PyResult<Box<dyn Issue>> {
    let rng = Random::new(given.take("rng")?.as_ref(), called)?;
    let group = match given.take("group")? {
        None => Group::MIN,
        Some(name) if name.is_instance_of::<PyString>() => {
            Group::from_name(&name.extract::<String>()?)
        }
        Some(number) => {
            let number = number.extract().unwrap_or(u64::MAX);
            group(number).map_err(|error| error.raise())?
        }
    };
    let keys = keys(given.take("keys")?)?;
    let written = version(given.number("version")?.unwrap_or(6))?;
    let mut keys = keys.with_fork_guard();
    if let Some(last) = given.number("after_key")? {
        keys.rebase(Key::new(last).map_err(|error| error.raise())?);
    }
    let mut generator = luuid::Generator::new(keys, rng, group).with_version(written);
    if let Some(after) = given.take("after")? {
        let last = luuid::Luuid::from_bits(Id::read(maker.kind, &after)?.bits);
        generator = generator.resume_after(refuse(last)?);
    }
    Ok(Box::new(Of {
        generator,
        zero: luuid::Luuid::MIN,
        number: luuid::Luuid::to_bits,
        block: |generator, count| {
            let left = generator.keys().left();
            if (1..count as u64).contains(&left) {
                return Err(GenerateError::TooMany { max: left });
            }
            let mut ids = vec![luuid::Luuid::MIN; count];
            let filled = generator.fill(&mut ids)?;
            // The keys suffice.
            if filled < count { Err(GenerateError::Entropy) } else { Ok(ids) }
        },
    }))
}

/// The node of a Snowflake generator: its fields by name, or all of them as one number.
fn node(flavour: Flavour, given: &Given<'_>) -> PyResult<DynamicNode> {
    let node = match given.number("numbered")? {
        Some(number) => DynamicNode::numbered(flavour, number),
        None => {
            let mut values = Vec::new();
            // By a mapping too, for fields with the names of other arguments.
            let fields = given.0.get_item("node")?.and_then(|node| node.cast_into::<PyDict>().ok());
            let fields = match fields {
                Some(fields) => {
                    given.take("node")?;
                    Some(Given(fields.copy()?))
                }
                None => None,
            };
            let given = fields.as_ref().unwrap_or(given);
            for field in flavour.layout().fields() {
                if let Some(value) = given.number(field.name())? {
                    values.push((field.name(), value));
                }
            }
            if fields.is_some() {
                given.end()?;
            }
            DynamicNode::new(flavour, &values)
        }
    };
    node.map_err(|error| error.raise())
}

fn node_id(given: &Given<'_>) -> PyResult<NodeId> {
    let (node, name) = (given.take("node")?, given.text("name")?);
    match (node, name, given.text("name_1_3_5")?) {
        (Some(text), None, None) if text.is_instance_of::<PyString>() => {
            refuse(text.extract::<String>()?.parse())
        }
        (Some(number), None, None) => match number.extract() {
            Ok(number) => Ok(NodeId::from_bits(number)),
            Err(_) => Err(Reason { field: Some("node"), ..Reason::new("range") }
                .invalid(&"a node is a number of 32 bits")),
        },
        (None, Some(name), None) => Ok(NodeId::from_name(&name)),
        (None, None, Some(name)) => Ok(NodeId::from_name_1_3_5(&name)),
        _ => Err(PyTypeError::new_err("the generator needs one of node, name and name_1_3_5")),
    }
}
