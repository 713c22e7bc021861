//! A test for each drift.

/// The block once for each drift, which it has as a constant.
macro_rules! each_drift {
    ($drift:ident => $block:block) => {
        each_drift!(@ $drift, $block, 5 6 7 8 9 10)
    };
    (@ $drift:ident, $block:block, $($bits:literal)+) => {
        $({
            const $drift: u8 = $bits;
            $block
        })+
    };
}
