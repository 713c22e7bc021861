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

use ids_core::UnixTime;

use crate::{
    args::Args,
    fault::Fault,
    held::{Held, MOST},
    kind::Answer,
    module::{Module, answer},
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

/// The most bytes of input that are kept for the next call.
const KEPT: usize = 1 << 16;

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

/// As [`Module::parse`], of the short text's first bytes. Answers 2 for an alias, which the form does not write.
#[unsafe(no_mangle)]
extern "C" fn ids_parse(kind: usize, form: usize, length: usize) -> u32 {
    let text = TEXT.get();
    let mut written = true;
    let code = number(|module| {
        let bits;
        (bits, written) = module.parse(kind, form, text.get(..length).unwrap_or_default())?;
        Ok(bits)
    });
    if written { code } else { 2 }
}

/// As [`Module::write`]. Answers the length of the text, which is the short text if it fits there and
/// else the output; or -1 if the output is an error.
#[unsafe(no_mangle)]
extern "C" fn ids_write(kind: usize, form: usize, high: u64, low: u64) -> i32 {
    if finish(|module| module.write(kind, form, join(high, low))) != 0 {
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

/// As [`Module::check`].
#[unsafe(no_mangle)]
extern "C" fn ids_check(kind: usize, high: u64, low: u64) -> u32 {
    number(|module| module.check(kind, join(high, low)))
}

/// As [`Module::field`].
#[unsafe(no_mangle)]
extern "C" fn ids_field(kind: usize, field: usize, high: u64, low: u64) -> u64 {
    MODULE.with_borrow(|module| module.field(kind, field, join(high, low)))
}

/// As [`Module::time`].
#[unsafe(no_mangle)]
extern "C" fn ids_time(kind: usize, high: u64, low: u64) -> u32 {
    number(|module| module.time(kind, join(high, low)))
}

/// As [`Module::bound`]. The seconds are signed.
#[unsafe(no_mangle)]
extern "C" fn ids_bound(kind: usize, last: u32, seconds: i64, nanos: u32) -> u32 {
    let time = u64::try_from(seconds).ok().map(|seconds| UnixTime::new(seconds, nanos));
    number(|module| module.bound(kind, last != 0, time))
}

/// Any other call of a kind: the input has its name and its arguments.
#[unsafe(no_mangle)]
extern "C" fn ids_call(kind: usize, length: usize) -> u32 {
    let kind = MODULE.with_borrow(|module| module.kind(kind).cloned());
    calling(length, |args| answer(kind, args))
}

/// A call of something that the host holds.
#[unsafe(no_mangle)]
extern "C" fn ids_ask(held: usize, length: usize) -> u32 {
    calling(length, |args| holding(held, |held| held.call(args)))
}

/// The next identifier of a generator.
#[unsafe(no_mangle)]
extern "C" fn ids_generate(generator: usize) -> u32 {
    let result = holding(generator, |held| held.generate());
    finish(|_| result.map(set))
}

/// The next identifiers of a generator, as 16 bytes each in the output, the lowest first.
#[unsafe(no_mangle)]
extern "C" fn ids_reserve(generator: usize, count: u64) -> u32 {
    let result = holding(generator, |held| match count {
        0..=MOST => held.reserve(count),
        _ => Err(Fault::room(format!("count is {count}, but one call makes at most {MOST}"))),
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
    let result = holding(generator, |held| held.accept_jump(now));
    finish(|_| result)
}

/// Forgets what the host held.
#[unsafe(no_mangle)]
extern "C" fn ids_forget(held: usize) {
    MODULE.with_borrow_mut(|module| module.forget(held));
}

/// Runs a call with its arguments. The call may read the clock of the host, and that may call: nothing
/// is borrowed meanwhile.
fn calling(length: usize, run: impl FnOnce(Args<'_>) -> Result<Answer, Fault>) -> u32 {
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
fn holding<T>(
    number: usize,
    run: impl FnOnce(&mut dyn Held) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut held = MODULE.with_borrow_mut(|module| module.take(number))?;
    let result = run(&mut *held);
    MODULE.with_borrow_mut(|module| module.put_back(number, held));
    result
}
