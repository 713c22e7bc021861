//! Generators' scripts: the steps of a row on another clock.

#![expect(clippy::cast_possible_wrap, reason = "what is random may be cut")]

use std::collections::BTreeMap;

use rand_core::Rng;

use super::Fresh;
use crate::{Action, Ask, Do, Instant, Number, Octets, Where, play, subject};

/// The kinds of errors of a clock that no identifier can say.
const OF_TIME: [&str; 2] = ["before_epoch", "after_end"];

impl Fresh {
    /// A generator's script with the steps of another, on another clock.
    pub(super) fn walk(
        &mut self,
        at: Where,
        config: BTreeMap<String, String>,
        clock: Option<Instant>,
        steps: &[Do],
    ) -> Ask {
        let mut now = clock.map_or(0, |clock| clock.0);
        let mut given = false;
        let mut walk = Vec::new();
        for index in 0..2 + self.below(8) {
            let step = clock.is_some().then(|| {
                now += match self.below(8) {
                    0 => 0,
                    1 => -(self.number(40) as i128),
                    2 => -(self.number(30) as i128),
                    3 => self.number(45) as i128,
                    _ => self.number(34) as i128,
                };
                Number(now)
            });
            let like = &steps[index % steps.len()];
            let call = match self.below(12) {
                0 if given => Action::Resume,
                1 if given => Action::Restart,
                2..=4 => Action::Reserve,
                _ => Action::Generate,
            };
            let count = match call {
                Action::Generate | Action::Reserve if self.below(3) == 0 => {
                    like.count.0.clamp(1, 5000)
                }
                // More than several ticks hold, in some layouts.
                Action::Reserve if self.below(6) == 0 => 1 + self.number(10),
                Action::Generate | Action::Reserve => 1 + self.below(6) as u128,
                Action::Resume | Action::Restart => 1,
            };
            walk.push(Do { clock: step, call, count: Number(count) });
            given = given || index == 0;
        }
        let mut script = Script { at, config, rng: self.bytes(64), steps: walk };
        let more = self.below(2000);
        script.rng.0.extend(self.bytes(more).0);
        self.one_fault(&mut script);
        script.ask()
    }

    /// Leaves each step one reason to fail at most: which of two a program meets first is its own
    /// business.
    fn one_fault(&mut self, script: &mut Script) {
        if let Some(at) = first(&script.errors(), &["entropy"]) {
            script.steps.truncate(at + 1);
            // 128 bits for each identifier: no format has room for more.
            let enough = script.steps.iter().map(|step| step.count.0).sum::<u128>() * 16;
            let rich = Script { rng: self.bytes(enough as usize), ..script.clone() };
            // What fails with a rich source may have failed for two reasons with a poor one.
            if rich.errors().iter().any(Option::is_some) {
                *script = rich;
            }
        }
        let errors = script.errors();
        for (step, error) in script.steps.iter_mut().zip(&errors) {
            // More than the limits ever allow would be a second fault.
            if error.as_deref().is_some_and(|kind| OF_TIME.contains(&kind)) {
                step.count = Number(1);
            }
        }
        // So would a clock past the end, once the last identifier is issued.
        if let (Some(a), Some(b)) = (first(&errors, &["exhausted"]), first(&errors, &OF_TIME)) {
            script.steps.truncate(a.min(b) + 1);
        }
    }

    fn bytes(&mut self, count: usize) -> Octets {
        let mut bytes = vec![0; count];
        self.rng.fill_bytes(&mut bytes);
        Octets(bytes)
    }
}

/// The first step that fails so.
fn first(errors: &[Option<String>], kinds: &[&str]) -> Option<usize> {
    errors.iter().position(|kind| kind.as_deref().is_some_and(|kind| kinds.contains(&kind)))
}

/// A script on its way to be a question.
#[derive(Clone)]
struct Script {
    at: Where,
    config: BTreeMap<String, String>,
    rng: Octets,
    steps: Vec<Do>,
}

impl Script {
    fn ask(self) -> Ask {
        let Self { at, config, rng, steps } = self;
        Ask::Generate { at, config, rng, steps }
    }

    /// How each step fails, if it does. A script that the reference does not run has no steps.
    fn errors(&self) -> Vec<Option<String>> {
        let Some(subject) = subject(&self.at.format) else { return Vec::new() };
        let played = play(subject, &self.at, &self.config, &self.rng, &self.steps);
        let steps = played.map_or_else(|_| Vec::new(), |played| played.steps);
        steps.into_iter().map(|done| done.error.map(|error| error.kind)).collect()
    }
}
