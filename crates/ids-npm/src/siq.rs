//! SIQ.

use ids_core::{ParseError, UnixTime, format::Layout};
use ids_formats::{Format, SiqFormat};
use siq::{DomainError, DomainHash, Generator, Handle, Qualifier, Siq};

use crate::{
    args::Args,
    fault::Fault,
    held::Held,
    host::HostClock,
    kind::{Answer, Kind},
};

/// Identifiers under one of the layouts, of which all are.
struct Siqs(SiqFormat, Layout);

pub(crate) fn open(name: &str) -> Option<Box<dyn Kind>> {
    let format = SiqFormat::new();
    let layouts = [format.facts().layout].into_iter().chain(format.facts().layouts.iter().copied());
    let layout = layouts.into_iter().find(|layout| layout.name() == name)?;
    Some(Box::new(Siqs(format, layout)))
}

impl From<DomainError> for Fault {
    fn from(error: DomainError) -> Self {
        Self::new(error.kind(), error).at(error.index)
    }
}

impl Kind for Siqs {
    fn format(&self) -> &dyn Format {
        &self.0
    }

    fn layout(&self) -> Layout {
        self.1
    }

    fn pack(&self, values: &[u64]) -> Result<u128, Fault> {
        let id = Siq::from_bits(self.1.pack(values)?)?;
        let layout = id.qualifier().layout();
        if self.1 != Siq::LAYOUT && self.1 != layout {
            let message = format!(
                "the qualifier is one of the layout {}, not {}",
                layout.name(),
                self.1.name()
            );
            return Err(Fault::new("range", message).of("qualifier"));
        }
        Ok(id.to_bits())
    }

    fn own(&self, args: Args<'_>) -> Result<Answer, Fault> {
        match args.name {
            "generator" => generator(args),
            "kind" => Ok(Answer::output(id(args)?.qualifier().name())),
            "serial" => Ok(Answer::bits(id(args)?.serial())),
            "domain" => domain(args).map(|domain| Answer::bits(domain.to_bits())),
            "domain_text" => {
                let wide = args.wide("bits")?.unwrap_or_default();
                let bits = u32::try_from(wide).map_err(|_| ParseError::TooLarge { bits: 32 })?;
                Ok(Answer::output(DomainHash::from_bits(bits).to_string()))
            }
            "read_handle" => {
                let handle = Handle::decode(args.needed("text")?)?;
                let (network, domain) = (handle.network().name(), handle.domain());
                let output = format!("{network}\n{domain}").into_bytes();
                Ok(Answer { output, ..Answer::bits(handle.id().to_bits()) })
            }
            "handle" => {
                let (network, domain) = (args.needed("network")?.parse()?, args.text("domain"));
                let handle = Handle::new(network, id(args)?, domain.unwrap_or_default());
                Ok(Answer::output(handle?.to_string()))
            }
            "snowflake" => {
                let bits = args.wide("bits")?.unwrap_or_default();
                let bits = u64::try_from(bits).map_err(|_| ParseError::TooLarge { bits: 64 })?;
                let epoch = args.instant("epoch")?.unwrap_or_default();
                let id = Siq::from_snowflake(bits, epoch, domain(args)?, qualifier(args)?)?;
                Ok(Answer::bits(id.to_bits()))
            }
            "ulid" => {
                let bits = args.wide("bits")?.unwrap_or_default();
                Ok(Answer::bits(Siq::from_ulid(bits, domain(args)?, qualifier(args)?).to_bits()))
            }
            "bytes16" => Ok(Answer::output(id(args)?.to_bytes16())),
            "from_bytes16" => {
                let bytes = args.bytes("bytes").unwrap_or_default();
                let length = ParseError::Length { found: bytes.len(), min: 16, max: 16 };
                let id = Siq::from_bytes16(bytes.try_into().map_err(|_| length)?)?;
                Ok(Answer::bits(id.to_bits()))
            }
            _ => Err(args.unknown()),
        }
    }
}

/// The identifier of a canonical text.
fn id(args: Args<'_>) -> Result<Siq, Fault> {
    Ok(Siq::decode(args.bytes("id").unwrap_or_default())?)
}

fn domain(args: Args<'_>) -> Result<DomainHash, Fault> {
    let name = args.needed("domain")?;
    let Some(local) = args.number("localId")? else { return Ok(DomainHash::from_name(name)?) };
    let local = u8::try_from(local).map_err(|_| {
        Fault::new("range", format!("localId is {local}, but holds at most 255")).of("localId")
    })?;
    Ok(DomainHash::with_local_id(name, local)?)
}

fn qualifier(args: Args<'_>) -> Result<Qualifier, Fault> {
    Ok(args.needed("kind")?.parse()?)
}

fn generator(args: Args<'_>) -> Result<Answer, Fault> {
    let domain = domain(args)?;
    let shard = args.wide("shard")?.ok_or_else(|| Fault::usage("shard is missing"))?;
    let shard = u8::try_from(shard).map_err(|_| {
        Fault::new("range", format!("shard is {shard}, but holds at most 255")).of("shard")
    })?;
    let qualifier = qualifier(args)?;
    let mut generator = Generator::new(HostClock, domain, shard)
        .with_policy(args.policy()?)
        .with_rolling_start(args.rolling()?);
    if let Some(most) = args.duration("maxJump")? {
        generator = generator.with_max_jump(most);
    }
    generator = match args.text("after") {
        None => generator,
        Some("now") => generator.resume_after_now()?,
        Some(last) => generator.resume_after(Siq::decode(last.as_bytes())?),
    };
    Ok(Answer::held(Sequence { generator, qualifier }))
}

/// A generator of identifiers of one kind.
struct Sequence {
    generator: Generator<HostClock>,
    qualifier: Qualifier,
}

impl Held for Sequence {
    fn generate(&mut self) -> Result<u128, Fault> {
        Ok(self.generator.generate(self.qualifier)?.to_bits())
    }

    fn reserve(&mut self, count: u64) -> Result<Vec<u128>, Fault> {
        let mut sequence = self.generator.sequence(self.qualifier);
        Ok(sequence.reserve(count)?.map(Siq::to_bits).collect())
    }

    fn accept_jump(&mut self, now: UnixTime) -> Result<(), Fault> {
        Ok(self.generator.accept_jump(now)?)
    }
}
