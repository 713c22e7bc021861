//! How much of the stack a program has used at most.

use core::fmt::Write as _;

use cortex_m_semihosting::hio::hstdout;

/// What the stack has before the program begins: `cortex-m-rt` writes it with its feature `paint-stack`.
const PAINT: u32 = 0xcccc_cccc;

// The lowest and the highest address of the stack: the linker knows them.
#[expect(unsafe_code, reason = "only the linker has these two")]
unsafe extern "C" {
    static _stack_end: u32;
    static _stack_start: u32;
}

/// Prints the bytes between the highest address of the stack and the lowest that was written.
#[expect(unsafe_code, reason = "the stack is looked at from below")]
pub(crate) fn print() {
    let (mut lowest, highest) = (&raw const _stack_end, &raw const _stack_start);
    // SAFETY: every word between the two addresses is memory of this program, which has one thread.
    while lowest < highest && unsafe { lowest.read_volatile() } == PAINT {
        lowest = lowest.wrapping_add(1);
    }
    if let Ok(mut out) = hstdout() {
        // Without this line the lane has no figure, and fails.
        let _ = writeln!(out, "{}", highest as usize - lowest as usize);
    }
}
