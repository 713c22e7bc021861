//! KUID identifiers: those of one node, and those of many with any drift.

use core::convert::identity;

use clap::Args;
use ids_core::{Id, format::Scheme};
use ids_formats::{KuidGlobalFormat, KuidLocalFormat};
use kuid::{Generator, Global, Local, LocalNode, Node, NodeId};

use super::{
    reserved::reserved,
    setting::{Setting, rolling},
    source::{Source, Start, numbers},
};
use crate::{
    reading::{drift::WithDrift, reserving::WithStore},
    status::Failure,
};

/// Options of `ids new kuid`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// `global`: 96 bits with a node. `local`: 64 bits without a node
    #[arg(long, value_name = "NAME", default_value = "global",
          value_parser = ["global", "local"])]
    flavour: String,
    /// The node: the name of an Erlang node, or its number as 8 hexadecimal digits. A name that
    /// begins with a digit needs an @, as in 1st@host; otherwise it is an error, because it may be
    /// a mistyped number
    #[arg(long, value_name = "NAME|HEX")]
    node: Option<String>,
    /// Hash the node's name as the original's version 1.3.5 does, instead of 1.3.4
    #[arg(long = "1.3.5", requires = "node")]
    newer: bool,
    #[command(flatten)]
    store: WithStore,
    /// Sort identifiers by windows of 2^BITS seconds, then by node: 5 to 10, the same for all nodes
    #[arg(long, value_name = "BITS")]
    drift: Option<WithDrift>,
    /// Start each tick's sequence where the last one ended, modulo 2^BITS, instead of at 0
    #[arg(long, value_name = "BITS")]
    rolling_start: Option<u32>,
    /// Continue after this identifier, the last one issued before a restart
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    after: Option<String>,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        if self.flavour == "local" {
            if self.node.is_some() || self.drift.is_some() || self.store.is_given() {
                let message = "--node, --drift and --store are for --flavour global";
                return Err(Failure::usage(message));
            }
            return Ok((Box::new(KuidLocalFormat), self.source(setting, LocalNode, Local::MIN)?));
        }
        let drift = self.drift.unwrap_or_default().0;
        let others =
            [("--node", self.node.is_some()), ("--after", self.after.is_some()), setting.at()];
        // Another drift is another layout, which the store refuses there.
        if let Some(reserving) = self.store.open("kuid", &others)? {
            let node = |number| Node::numbered(number, drift);
            let kept =
                reserved(reserving, setting, Node::COUNT, node, identity, self.rolling_start()?)?;
            return Ok((Box::new(KuidGlobalFormat::new(drift)), numbers(kept, Global::MIN)));
        }
        let scheme = Node::new(self.node()?, drift);
        Ok((Box::new(KuidGlobalFormat::new(drift)), self.source(setting, scheme, Global::MIN)?))
    }

    fn rolling_start(&self) -> Result<u32, Failure> {
        rolling(self.rolling_start, Local::SEQUENCE.width())
    }

    fn node(&self) -> Result<NodeId, Failure> {
        let Some(text) = &self.node else {
            return Err(Failure::usage(
                "kuid needs a node, different for each process that makes kuid identifiers: give \
                 --node NAME, --node with 8 hexadecimal digits, --store STORE, or --flavour local",
            ));
        };
        // What a variable that is not set gives would be the node of every process.
        if text.is_empty() {
            return Err(Failure::usage("--node: the name is empty"));
        }
        match text.to_ascii_lowercase().parse() {
            Ok(_) if self.newer => {
                Err(Failure::usage("--1.3.5 says how a name is hashed, but --node is a number"))
            }
            Ok(node) => Ok(node),
            // No Erlang node has such a name: it is a mistyped number, not a name to be hashed.
            Err(error)
                if text.starts_with(|first: char| first.is_ascii_digit())
                    && !text.contains('@') =>
            {
                Err(Failure::Usage(format!("--node: {error}; or a name, such as app@host")))
            }
            Err(_) if self.newer => Ok(NodeId::from_name_1_3_5(text)),
            Err(_) => Ok(NodeId::from_name(text)),
        }
    }

    fn source<S>(&self, setting: &Setting, scheme: S, blank: S::Id) -> Result<Source, Failure>
    where
        S: Scheme<Id: Id + Into<u128>> + 'static,
    {
        let generator = Generator::new(setting.clock, scheme);
        // Before the policy is set: a run that borrows begins in the next tick too.
        let generator = match &self.after {
            Some(text) => generator.resume_after(
                text.parse().map_err(|error| Failure::Usage(format!("--after: {error}")))?,
            ),
            None if setting.follows() => generator.resume_after_now()?,
            None => generator,
        };
        let generator =
            generator.with_policy(setting.policy).with_rolling_start(self.rolling_start()?);
        Ok(numbers(generator, blank))
    }
}
