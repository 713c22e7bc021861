//! What the host calls. Each function takes its argument from one buffer and leaves its result in
//! another: the host asks for room with `ids_input`, writes there, calls, and reads at `ids_output`.
//!
//! Nothing here is unsafe but the attribute that keeps a function's name, since a program could have
//! two functions of one name.
#![expect(unsafe_code, reason = "the attribute `no_mangle`")]

use core::cell::RefCell;

use crate::{Refused, Stream, inspect, range, respond};

#[derive(Default)]
struct Exchange {
    input: Vec<u8>,
    output: Vec<u8>,
    stream: Option<Stream>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Makes room for `length` bytes of input; returns where it is in memory.
#[unsafe(no_mangle)]
extern "C" fn ids_input(length: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        // What was there is not kept: the host writes all of it.
        exchange.input.clear();
        exchange.input.resize(length, 0);
        exchange.input.as_mut_ptr()
    })
}

/// Where the output is in memory.
#[unsafe(no_mangle)]
extern "C" fn ids_output() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.output.as_ptr())
}

/// How many bytes of output there are.
#[unsafe(no_mangle)]
extern "C" fn ids_output_length() -> usize {
    EXCHANGE.with_borrow(|exchange| exchange.output.len())
}

/// As [`inspect`].
#[unsafe(no_mangle)]
extern "C" fn ids_inspect() -> u32 {
    answer(|exchange| inspect(&exchange.input, &mut exchange.output))
}

/// As [`range`].
#[unsafe(no_mangle)]
extern "C" fn ids_range() -> u32 {
    answer(|exchange| range(&exchange.input, &mut exchange.output))
}

/// As [`respond`].
#[unsafe(no_mangle)]
extern "C" fn ids_respond() -> u32 {
    answer(|exchange| respond(&exchange.input, &mut exchange.output))
}

/// As [`Stream::begin`]. What was begun before is given up.
#[unsafe(no_mangle)]
extern "C" fn ids_begin() -> u32 {
    answer(|exchange| {
        exchange.stream = Some(Stream::begin(&exchange.input)?);
        Ok(())
    })
}

/// As [`Stream::feed`].
#[unsafe(no_mangle)]
extern "C" fn ids_feed() -> u32 {
    answer(|exchange| {
        let stream = exchange.stream.as_mut().ok_or("nothing has begun")?;
        stream.feed(&exchange.input, &mut exchange.output);
        Ok(())
    })
}

/// As [`Stream::end`].
#[unsafe(no_mangle)]
extern "C" fn ids_end() -> u32 {
    answer(|exchange| {
        let stream = exchange.stream.take().ok_or("nothing has begun")?;
        stream.end(&mut exchange.output);
        Ok(())
    })
}

/// 0 if the output is the result, 1 if it is a message.
fn answer(give: impl FnOnce(&mut Exchange) -> Result<(), Refused>) -> u32 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.output.clear();
        match give(exchange) {
            Ok(()) => 0,
            Err(why) => {
                exchange.output.clear();
                exchange.output.extend_from_slice(why.as_bytes());
                1
            }
        }
    })
}
