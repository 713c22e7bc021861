//! `ids page`: the page that decodes identifiers in a browser.

use std::{borrow::Cow, fs, path::PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::Args;
use sha2::{Digest as _, Sha256};

use crate::{Failure, Output, Status, show::outside::path};

const PAGE: &str = include_str!("../../page/page.html");
const STYLE: &str = include_str!("../../page/page.css");
const SCRIPT: &str = include_str!("../../page/page.js");
const WORKER: &str = include_str!("../../page/worker.js");
/// The crate `ids-wasm`, compressed by gzip: `just page --bless` builds it.
const WASM: &[u8] = include_bytes!("../../page/ids.wasm.gz");

/// Print a web page that explains identifiers and verifies ledgers, without a network
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids page > ids.html

Open the file in a browser. It holds everything: it works from a disk, and makes no request.")]
pub(crate) struct Page {
    /// The wasm module to put into the page, compressed by gzip, instead of the one that is inside
    #[arg(long, value_name = "FILE", hide = true)]
    wasm: Option<PathBuf>,
}

impl Page {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let wasm = match &self.wasm {
            Some(file) => Cow::Owned(
                fs::read(file)
                    .map_err(|error| Failure::Refused(format!("{}: {error}", path(file))))?,
            ),
            None => Cow::Borrowed(WASM),
        };
        out.bytes().extend_from_slice(assemble(&wasm).as_bytes());
        out.end().map(|()| Status::Done)
    }
}

/// The page with everything in its place, which has the name of it in braces.
fn assemble(wasm: &[u8]) -> String {
    let (policy, wasm) = (policy(), STANDARD.encode(wasm));
    let parts = [
        ("{policy}", &*policy),
        ("{version}", env!("CARGO_PKG_VERSION")),
        ("{style}", STYLE),
        ("{script}", SCRIPT),
        ("{worker}", WORKER),
        ("{wasm}", &wasm),
    ];
    parts.into_iter().fold(PAGE.to_owned(), |page, (name, part)| page.replacen(name, part, 1))
}

/// Nothing is loaded, from anywhere. What runs is the script of this hash, wasm, and the worker that the
/// script makes.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}' 'wasm-unsafe-eval'; style-src 'sha256-{}'; \
         worker-src blob:; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}
