//! Options of the formats that count inside a tick, each process on a node of its own.

use clap::Args;
use ids_formats::{Format, Given};

use super::{Options, Params, Setting, Start, start};
use crate::{
    Failure,
    reading::{
        OurClock,
        address::{Reserving, WithStore},
    },
};

/// Where the node comes from, and how the numbers of a tick go on.
#[derive(Args, Debug)]
pub(super) struct Counting {
    #[command(flatten)]
    store: WithStore,
    /// Start each tick's numbers where the last one ended, modulo 2^BITS, instead of at 0
    #[arg(long, value_name = "BITS")]
    rolling_start: Option<u32>,
    /// Continue after this identifier, the last one issued before a restart, in its canonical form or
    /// in decimal
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    after: Option<String>,
}

impl Counting {
    /// Whether a store is given.
    pub(super) const fn is_stored(&self) -> bool {
        self.store.is_given()
    }

    /// The value of `--rolling-start`, where a tick's number has `most` bits.
    pub(super) fn rolling(&self, most: u32) -> Result<u32, Failure> {
        match self.rolling_start.unwrap_or(0) {
            bits if bits > most => Err(Failure::Usage(format!(
                "--rolling-start: at most {most}, the bits of a tick's number, not {bits}"
            ))),
            bits => Ok(bits),
        }
    }

    /// The store, if one is given, and none of the parameters that it gives.
    pub(super) fn open<F: Options>(
        &self,
        namespace: &str,
        params: &Params<F>,
        setting: &Setting,
    ) -> Result<Option<Reserving>, Failure> {
        let node = params.stored();
        let after = self.after.is_some().then_some("--after");
        // It grants time by its own clock.
        let at = matches!(setting.clock, OurClock::At(_)).then_some("--at");
        self.store.open(namespace, &[node.as_deref(), after, at])
    }

    /// The generator of a format with these values.
    pub(super) fn start(
        &self,
        format: &'static dyn Format,
        given: &[(&str, Given<'_>)],
        setting: &Setting,
        rolling: u32,
    ) -> Start {
        let decimal = format.facts().form("decimal").unwrap_or(format.facts().canonical);
        let read = |text: &String| {
            let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit());
            format.parse(text).or_else(|error| {
                // The canonical form says what is wrong with other texts than numbers.
                let read = format.decode(decimal, text.as_bytes());
                read.map_err(|refused| if is_decimal { refused } else { error })
            })
        };
        let after = self.after.as_ref().map(read).transpose();
        let after = after.map_err(|error| Failure::Usage(format!("--after: {error}")))?;
        start(format, given, setting, after, rolling)
    }
}
