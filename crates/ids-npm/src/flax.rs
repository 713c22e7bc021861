//! Flax.

use flax_id::{FlaxId, Generator, UnixTime};
use ids_formats::{FlaxFormat, Format};

use crate::{
    args::Args,
    fault::Fault,
    held::Held,
    host::{HostClock, HostRng},
    kind::{Answer, Kind},
};

struct Flax;

pub(crate) fn open(name: &str) -> Option<Box<dyn Kind>> {
    (name == FlaxId::LAYOUT.name()).then(|| Box::new(Flax) as _)
}

impl Kind for Flax {
    fn format(&self) -> &dyn Format {
        &FlaxFormat
    }

    fn own(&self, args: Args<'_>) -> Result<Answer, Fault> {
        match args.name {
            "generator" => generator(args),
            _ => Err(args.unknown()),
        }
    }
}

fn generator(args: Args<'_>) -> Result<Answer, Fault> {
    let mut generator = if args.flag("monotonic")? {
        Generator::monotonic(HostClock, HostRng)
    } else {
        Generator::new(HostClock, HostRng)
    };
    generator = generator.with_policy(args.policy()?);
    if let Some(most) = args.duration("maxJump")? {
        generator = generator.with_max_jump(most);
    }
    generator = match args.text("after") {
        None => generator,
        Some("now") => generator.resume_after_now()?,
        Some(last) => generator.resume_after(FlaxId::decode(last.as_bytes())?),
    };
    Ok(Answer::held(generator))
}

impl Held for Generator<HostClock, HostRng> {
    fn generate(&mut self) -> Result<u128, Fault> {
        Ok(Self::generate(self)?.to_bits())
    }

    fn reserve(&mut self, count: u64) -> Result<Vec<u128>, Fault> {
        let mut ids = vec![FlaxId::MIN; usize::try_from(count).unwrap_or_default()];
        let filled = self.fill(&mut ids)?;
        Ok(ids[..filled].iter().map(|id| id.to_bits()).collect())
    }

    fn accept_jump(&mut self, now: UnixTime) -> Result<(), Fault> {
        Ok(Self::accept_jump(self, now)?)
    }
}
