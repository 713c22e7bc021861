//! What makes identifiers, whatever their format: each is a number.

use ids_core::Generate;
use ids_formats::{After, Format, Given, MakeError, Making};

use super::setting::Setting;
use crate::{show::outside::argument, status::Failure};

/// A format, and what makes its identifiers.
pub(crate) type Start = Result<(&'static dyn Format, Source), Failure>;

/// A format that lasts as long as the command.
pub(crate) fn lasting(format: impl Format + 'static) -> &'static dyn Format {
    Box::leak(Box::new(format))
}

/// A generator whose identifiers are numbers.
pub(crate) type Source = Box<dyn Generate<Id = u128>>;

/// The numbers of a generator's identifiers, of which `blank` is any.
pub(crate) fn numbers<G>(generator: G, blank: G::Id) -> Source
where
    G: Generate<Id: Copy + Into<u128>> + 'static,
{
    Box::new(ids_formats::numbers(generator, blank))
}

/// The generator of a format with these values, which continues after an identifier.
pub(crate) fn start(
    format: &'static dyn Format,
    given: &[(&str, Given<'_>)],
    setting: &Setting,
    after: Option<u128>,
    rolling: u32,
) -> Start {
    let after = match after {
        Some(last) => After::Id(last),
        None if setting.follows() => After::Tick,
        None => After::Nothing,
    };
    let rng = setting.rng(format.facts().random.is_some())?;
    let making =
        Making { policy: setting.policy, rolling, after, ..Making::new(setting.clock, rng) };
    match format.maker(given, making) {
        Ok(maker) => Ok((format, maker)),
        Err(error) => Err(refused(error, format, given)),
    }
}

/// Why there is no such generator, in the command's words.
fn refused(error: MakeError, format: &dyn Format, given: &[(&str, Given<'_>)]) -> Failure {
    let facts = format.facts();
    let name = facts.flavour.unwrap_or(facts.family);
    let params = format.params();
    // The number of the whole node is no field.
    let fields = params.iter().filter(|param| facts.layout.field(param.name).is_some());
    let parts: Vec<_> = fields.map(|param| param.name).collect();
    Failure::Usage(match error {
        MakeError::Generate(error) => return error.into(),
        MakeError::None => format!("{name} can be read, but not generated"),
        MakeError::Unknown { index } => {
            let unknown = given.get(index).map_or("", |(name, _)| name);
            let has = if parts.is_empty() { "none".into() } else { parts.join(", ") };
            format!("{name} has no node field '{}': it has {has}", argument(unknown))
        }
        MakeError::Missing { name: part } => {
            let sample: Vec<_> = parts.iter().map(|part| format!("{part}=N")).collect();
            let option = match sample[..] {
                [_] => "--worker N".into(),
                _ => format!("--node {}", sample.join(",")),
            };
            format!(
                "{name} needs a value for {part}, different for each process that makes {name} \
                 identifiers: give {option}"
            )
        }
        MakeError::Parse { name, error } => format!("--{name}: {error}"),
        MakeError::Domain { name, error } => format!("--{name}: {error}"),
        other => other.to_string(),
    })
}
