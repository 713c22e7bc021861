//! What the host calls. Arguments are in the input, which the host asks room for before each call, or are
//! a short text in a place of its own. Bytes are answered in the output. Numbers are arguments of two
//! halves, and come back in two words of memory.
//!
//! A call answers 0, or 1 if the output is an error. Nothing here is unsafe but the attribute that
//! keeps a function's name, since a program could have two functions of one name.
#![expect(unsafe_code, reason = "the attribute `no_mangle`")]

use core::{
    cell::{Cell, RefCell},
    mem, ptr,
};

use ids_core::{RangeError, UnixTime};
use ids_formats::{Maker, Timed};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Held, Kind, Reply, answer},
};

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
    /// The number that a call has answered, the lower half first.
    static NUMBER: Cell<[u64; 2]> = const { Cell::new([0; 2]) };
    /// A short text, always in the same place.
    static TEXT: Cell<[u8; SHORT]> = const { Cell::new([0; SHORT]) };
}

/// The longest text of [`ids_parse`] and [`ids_write`]. A longer one is the argument of a call, or the output.
const SHORT: usize = 64;

/// The most identifiers of one call: their numbers stay in memory.
const MOST: u64 = 1 << 20;

/// The most bytes of input that are kept for the next call.
const KEPT: usize = 1 << 16;

/// Buffers for the host, and what it has opened.
#[derive(Default)]
struct Module {
    input: Vec<u8>,
    output: Vec<u8>,
    /// They live as long as the module.
    kinds: Vec<&'static Kind>,
    /// None where one is dropped, or in a call. A number is not given twice: its former owner may still call.
    held: Vec<Option<Held>>,
}

impl Module {
    fn kind(&self, kind: usize) -> Result<&'static Kind, Fault> {
        self.kinds.get(kind).copied().ok_or_else(|| Fault::usage("no kind is open here"))
    }

    fn timed(&self, kind: usize) -> Result<&'static dyn Timed, Fault> {
        let timed = self.kind(kind)?.format.timed();
        timed.ok_or_else(|| Fault::usage("identifiers of this format have no time"))
    }

    /// Keeps what a call has answered; the number of what is new.
    fn keep(&mut self, reply: Reply) -> u128 {
        self.output = reply.output;
        if let Some(kind) = reply.kind {
            self.output = kind.describe().into();
            self.kinds.push(Box::leak(Box::new(kind)));
            return self.kinds.len() as u128 - 1;
        }
        if reply.held.is_some() {
            self.held.push(reply.held);
            return self.held.len() as u128 - 1;
        }
        reply.bits
    }
}

const fn join(high: u64, low: u64) -> u128 {
    (high as u128) << 64 | low as u128
}

#[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
fn set(bits: u128) {
    NUMBER.set([bits as u64, (bits >> 64) as u64]);
}

/// Answers with a number.
fn number(give: impl FnOnce(&mut Module) -> Result<u128, Fault>) -> u32 {
    finish(|module| give(module).map(set))
}

/// The code of a call, whose error is the output.
fn finish(give: impl FnOnce(&mut Module) -> Result<(), Fault>) -> u32 {
    MODULE.with_borrow_mut(|module| match give(module) {
        Ok(()) => 0,
        Err(fault) => {
            fault.write(&mut module.output);
            1
        }
    })
}

/// Makes room for `length` bytes of input; returns where it is in memory, or null if there is no room.
#[unsafe(no_mangle)]
extern "C" fn ids_input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        let input = &mut module.input;
        input.clear();
        if input.try_reserve_exact(length).is_err() {
            return ptr::null_mut();
        }
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Where the number is in memory.
#[unsafe(no_mangle)]
extern "C" fn ids_number() -> *const u64 {
    NUMBER.with(|number| number.as_ptr().cast_const().cast())
}

/// Where the output is in memory.
#[unsafe(no_mangle)]
extern "C" fn ids_output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}

/// How many bytes of output there are.
#[unsafe(no_mangle)]
extern "C" fn ids_output_length() -> usize {
    MODULE.with_borrow(|module| module.output.len())
}

/// Where a short text of at most 64 bytes goes.
#[unsafe(no_mangle)]
extern "C" fn ids_text() -> *mut u8 {
    TEXT.with(|text| text.as_ptr().cast())
}

/// The identifier that the short text's first bytes write in a form. Answers 2 for an alias, which the form does not
/// write so.
#[unsafe(no_mangle)]
extern "C" fn ids_parse(kind: usize, form: usize, length: usize) -> u32 {
    let text = TEXT.get();
    let mut written = true;
    let code = number(|module| {
        let (format, text) = (module.kind(kind)?.format, text.get(..length).unwrap_or_default());
        let form = &format.facts().forms[form];
        let bits = format.decode(form, text)?;
        module.output.clear();
        format.write(form, bits, &mut module.output);
        written = module.output == text;
        Ok(bits)
    });
    if written { code } else { 2 }
}

/// Writes the text of an identifier. Answers its length: it is the short text if it fits there and else the output; or
/// -1 if the output is an error.
#[unsafe(no_mangle)]
extern "C" fn ids_write(kind: usize, form: usize, high: u64, low: u64) -> i32 {
    let code = finish(|module| {
        let format = module.kind(kind)?.format;
        let form = &format.facts().forms[form];
        module.output.clear();
        format.write(form, join(high, low), &mut module.output);
        // Zero has no digits in one of the forms.
        if module.output.is_empty() && !form.written {
            return Err(Fault::usage("this form is only read"));
        }
        Ok(())
    });
    if code != 0 {
        return -1;
    }
    let length = MODULE.with_borrow(|module| {
        let text: &[u8] = &module.output;
        TEXT.with(|short| {
            let short: &Cell<[u8]> = short;
            let cells = short.as_slice_of_cells();
            cells.iter().zip(text).for_each(|(cell, byte)| cell.set(*byte));
        });
        text.len()
    });
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// Whether a number is an identifier.
#[unsafe(no_mangle)]
extern "C" fn ids_check(kind: usize, high: u64, low: u64) -> u32 {
    number(|module| {
        let bits = join(high, low);
        module.kind(kind)?.format.check(bits)?;
        Ok(bits)
    })
}

/// The value of a field of the layout, 0 where there is none.
#[unsafe(no_mangle)]
extern "C" fn ids_field(kind: usize, field: usize, high: u64, low: u64) -> u64 {
    MODULE.with_borrow(|module| {
        let field = module.kinds.get(kind).and_then(|kind| kind.layout.fields().get(field));
        field.map_or(0, |field| field.get(join(high, low)))
    })
}

/// The start of an identifier's tick, in nanoseconds since the Unix epoch.
#[unsafe(no_mangle)]
extern "C" fn ids_time(kind: usize, high: u64, low: u64) -> u32 {
    number(|module| Ok(module.timed(kind)?.time(join(high, low)).as_nanos()))
}

/// The first or the last identifier of the tick that holds an instant. The seconds are signed; none is before the Unix
/// epoch.
#[unsafe(no_mangle)]
extern "C" fn ids_bound(kind: usize, last: u32, seconds: i64, nanos: u32) -> u32 {
    number(|module| {
        let timed = module.timed(kind)?;
        let Ok(seconds) = u64::try_from(seconds) else {
            return Err(RangeError::BeforeEpoch { epoch: timed.ticks().epoch() }.into());
        };
        let time = UnixTime::new(seconds, nanos);
        Ok(if last == 0 { timed.first_at(time)? } else { timed.last_at(time)? })
    })
}

/// Any other call of a kind: the input has its name and its arguments.
#[unsafe(no_mangle)]
extern "C" fn ids_call(kind: usize, length: usize) -> u32 {
    let kind = MODULE.with_borrow(|module| module.kind(kind));
    calling(length, |args| answer(kind, args))
}

/// A call of something that the host holds.
#[unsafe(no_mangle)]
extern "C" fn ids_ask(held: usize, length: usize) -> u32 {
    calling(length, |args| {
        holding(held, |held| match held {
            Held::Calls(call) => call(args),
            Held::Generator(..) => Err(args.unknown()),
        })
    })
}

/// The next identifier of a generator.
#[unsafe(no_mangle)]
extern "C" fn ids_generate(generator: usize) -> u32 {
    let result = making(generator, |maker, _| Ok(maker.generate()?));
    finish(|_| result.map(set))
}

/// The next identifiers of a generator, as 16 bytes each in the output, the lowest first.
#[unsafe(no_mangle)]
extern "C" fn ids_reserve(generator: usize, count: u64) -> u32 {
    let result = making(generator, |maker, random| {
        let count = usize::try_from(count)
            .ok()
            .filter(|_| count <= MOST)
            .ok_or_else(|| Fault::room(format!("one call makes at most {MOST} identifiers")))?;
        if !random {
            return Ok(maker.reserve(count)?);
        }
        let mut ids = vec![0; count];
        let filled = maker.fill(&mut ids)?;
        ids.truncate(filled);
        Ok(ids)
    });
    finish(|module| {
        module.output = result?.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        Ok(())
    })
}

/// Accepts that the clock of a generator was set.
#[unsafe(no_mangle)]
extern "C" fn ids_accept_jump(generator: usize, seconds: i64, nanos: u32) -> u32 {
    let now = UnixTime::new(u64::try_from(seconds).unwrap_or_default(), nanos);
    let result = making(generator, |maker, _| Ok(maker.accept_jump(now)?));
    finish(|_| result)
}

/// Forgets what the host held.
#[unsafe(no_mangle)]
extern "C" fn ids_forget(held: usize) {
    MODULE.with_borrow_mut(|module| module.held.get_mut(held).and_then(Option::take));
}

/// Runs a call with its arguments. The call may read the clock of the host, and that may call: nothing
/// is borrowed meanwhile.
fn calling(length: usize, run: impl FnOnce(Args<'_>) -> Result<Reply, Fault>) -> u32 {
    let input = MODULE.with_borrow_mut(|module| mem::take(&mut module.input));
    let result = run(Args::new(input.get(..length).unwrap_or_default()));
    finish(|module| {
        // A long text of one call does not stay in memory.
        module.input = if input.capacity() > KEPT { Vec::new() } else { input };
        let number = module.keep(result?);
        set(number);
        Ok(())
    })
}

/// Runs something held that nothing else can call meanwhile, not even its clock.
fn holding<T>(number: usize, run: impl FnOnce(&mut Held) -> Result<T, Fault>) -> Result<T, Fault> {
    let held = MODULE.with_borrow_mut(|module| module.held.get_mut(number).and_then(Option::take));
    let mut held = held.ok_or_else(|| {
        Fault::usage("this is in use by the call that reads its clock or random source")
    })?;
    let result = run(&mut held);
    MODULE.with_borrow_mut(|module| module.held[number] = Some(held));
    result
}

/// The same of a generator, and whether its identifiers draw random bits.
fn making<T>(
    number: usize,
    run: impl FnOnce(&mut dyn Maker, bool) -> Result<T, Fault>,
) -> Result<T, Fault> {
    holding(number, |held| match held {
        Held::Generator(maker, random) => run(&mut **maker, *random),
        Held::Calls(_) => Err(Fault::usage("this is no generator")),
    })
}
