//! What the programs share: where they begin, where their arguments come from, and how they end.

#![no_std]

use core::{hint::black_box, panic::PanicInfo};

use cortex_m_semihosting::debug::{EXIT_FAILURE, EXIT_SUCCESS, exit};
use ids_core::UnixTime;

#[cfg(feature = "stack")]
mod stack;

/// What a program of a microcontroller is told by the hardware around it.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    /// The time since the Unix epoch, of a clock with a battery or of the network.
    pub time: UnixTime,
    /// Random bits, of the hardware's generator.
    pub random: u64,
    /// The number of this device among others.
    pub device: u32,
}

/// The program: its arguments, and what it answers to them. Or, of a codec alone, what it answers to a number of 96 bits.
#[macro_export]
macro_rules! program {
    (|$number:ident| $program:expr) => {
        $crate::program!(
            ids_core::UnixTime::EPOCH,
            0x8f76_80cb_8bb9_bdc1,
            0x05ca_5552,
            |_, random, device| {
                let $number = u128::from(device) << 64 | u128::from(random);
                $program
            }
        );
    };
    ($time:expr, $random:expr, $device:expr,
        |$told_time:pat_param, $told_random:pat_param, $told_device:pat_param| $program:expr $(,)?) => {
        #[cortex_m_rt::entry]
        fn main() -> ! {
            let arguments = $crate::Arguments { time: $time, random: $random, device: $device };
            $crate::run(arguments, |arguments| {
                let $crate::Arguments {
                    time: $told_time,
                    random: $told_random,
                    device: $told_device,
                } = arguments;
                $program
            })
        }
    };
}

/// Runs a program: the emulator ends with 0 if it answers that all is right, else with 1.
///
/// The compiler does not know the arguments, so it cannot compute the answer beforehand.
pub fn run(arguments: Arguments, program: impl FnOnce(Arguments) -> bool) -> ! {
    let right = program(black_box(arguments));
    #[cfg(feature = "stack")]
    stack::print();
    end(right)
}

fn end(right: bool) -> ! {
    exit(if right { EXIT_SUCCESS } else { EXIT_FAILURE });
    // Only a debugger or an emulator hears the call above.
    #[expect(
        clippy::empty_loop,
        reason = "a program without an operating system has nowhere to return to"
    )]
    loop {}
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    end(false)
}
