//! Generators under a script: what each step gives.

use std::collections::BTreeMap;

use crate::{
    Action, Do, Done, Fault, Number, Octets, Run, ScriptClock, ScriptRng, Start, Subject, Where,
};

/// More identifiers than any script asks for; an answer is kept in memory.
const MOST: u128 = 1 << 24;

/// What a script gave.
#[derive(Debug)]
pub struct Played {
    /// What each step gave.
    pub steps: Vec<Done>,
    /// How many random bytes were not asked for.
    pub left: usize,
}

/// Runs a generator of `subject` by a script, with a random source of these bytes.
///
/// # Errors
/// The subject cannot run the script: the configuration has a key that it does not know, a step
/// cannot follow the steps before it, or there is no step.
pub fn play(
    subject: &dyn Subject,
    at: &Where,
    config: &BTreeMap<String, String>,
    rng: &Octets,
    steps: &[Do],
) -> Result<Played, Fault> {
    if steps.is_empty() {
        return Err(Fault::unsupported("steps"));
    }
    let rng = ScriptRng::new(rng.0.clone());
    let clock = ScriptClock::default();
    let start = Start { clock: &clock, rng: &rng, config, after: None };
    let (mut generator, mut last, mut done) = (None, None, Vec::new());
    for step in steps {
        if let Some(nanos) = step.clock {
            clock.set(nanos.0);
        }
        let mut given = Vec::new();
        let mut call = || {
            if matches!(step.call, Action::Resume | Action::Restart) {
                let after = if step.call == Action::Resume { last } else { None };
                if step.call == Action::Resume && after.is_none() {
                    return Err(Fault::unsupported("identifier to resume after"));
                }
                generator = Some(subject.generator(at, Start { after, ..start })?);
                return Ok(());
            }
            let count = usize::try_from(step.count.0).ok().filter(|_| step.count.0 <= MOST);
            let no_room = || Fault::unsupported("room for that many identifiers");
            let count = count.ok_or_else(no_room)?;
            let maker = match &mut generator {
                Some(maker) => maker,
                none => none.insert(subject.generator(at, start)?),
            };
            if step.call == Action::Generate {
                for _ in 0..count {
                    given.push(maker.generate()?);
                }
            } else if at.format(subject.formats())?.facts().random.is_some() {
                // Of random identifiers a block is what one step allows.
                given.resize(count, 0);
                let filled = maker.fill(&mut given);
                given.truncate(*filled.as_ref().unwrap_or(&0));
                filled?;
            } else {
                given.extend(maker.reserve(count)?);
            }
            Ok(())
        };
        let error = match call() {
            Ok(()) => None,
            Err(Fault::Refused(refusal)) => Some(refusal),
            Err(unsupported) => return Err(unsupported),
        };
        last = given.last().copied().or(last);
        done.push(Done { ids: runs(&given), error });
    }
    Ok(Played { steps: done, left: rng.left() })
}

/// Numbers as runs: three or more at one distance are one.
fn runs(mut numbers: &[u128]) -> Vec<Run> {
    let mut runs = Vec::new();
    while let [first, rest @ ..] = numbers {
        let step = rest.first().map_or(0, |second| second.wrapping_sub(*first));
        let pairs = numbers.windows(2).take_while(|pair| pair[1].wrapping_sub(pair[0]) == step);
        let length = pairs.count() + 1;
        // A step down would need a sign.
        let length = if length < 3 || rest[0] < *first { 1 } else { length };
        let first = Number(*first);
        runs.push(match length {
            1 => Run::One(first),
            _ => Run::Many { first, count: Number(length as u128), step: Number(step) },
        });
        numbers = &numbers[length..];
    }
    runs
}
