//! Numbers as ECMAScript prints them (EVENTLY-23): the test that is published with RFC 8785.
//!
//! A generator of numbers is specified there, and for its first 10^n lines of bits and text a
//! SHA-256. Nothing has to be downloaded.
#![cfg(all(feature = "event", not(miri)))]

use evently_id::{Canonicalizer, Numbers};
use sha2::{Digest, Sha256};

/// Thirds of powers of ten, each with an error of its own in the last places; first all of them
/// negative, then all positive.
const THIRDS: [u64; 50] = [
    0x4466_9669_5dbd_1cc3,
    0x4432_11ed_e497_4a35,
    0x43fc_e97c_a0f2_1056,
    0x43c7_2130_80c1_a6ac,
    0x4392_80f3_9a34_8556,
    0x435d_9b1f_5d20_d557,
    0x4327_af4c_4a80_aaac,
    0x42f2_f2a3_6ecd_5556,
    0x42be_5105_7e15_5558,
    0x4288_40d1_31aa_aaac,
    0x4253_670d_c155_5557,
    0x421f_0b49_3555_5557,
    0x41e8_d5d4_2aaa_aaac,
    0x41b3_de43_5555_5556,
    0x417f_ca05_5555_5556,
    0x4149_6e6a_aaaa_aaab,
    0x4114_5855_5555_5555,
    0x40e0_46aa_aaaa_aaab,
    0x40aa_0aaa_aaaa_aaaa,
    0x4074_d555_5555_5555,
    0x4040_aaaa_aaaa_aaab,
    0x400a_aaaa_aaaa_aaab,
    0x3fd5_5555_5555_5555,
    0x3fa1_1111_1111_1111,
    0x3f6b_4e81_b4e8_1b4f,
    0x3f35_d867_c3ec_e2a5,
    0x3f01_79ec_9cbd_821e,
    0x3ecb_f647_612f_3696,
    0x3e96_5e9f_80f2_9212,
    0x3e61_e54c_6728_74db,
    0x3e2c_a213_d840_baf8,
    0x3df6_e80f_e033_c8c6,
    0x3dc2_533f_e68f_d3d2,
    0x3d8d_51ff_d74c_861c,
    0x3d57_74cc_ac3d_3817,
    0x3d22_c3d6_f030_f9ac,
    0x3cee_0624_b381_8f79,
    0x3cb8_04ea_2934_72c7,
    0x3c83_3721_ba90_5bd3,
    0x3c4e_be9c_5db3_c61e,
    0x3c18_987d_17c3_04e5,
    0x3be3_ad30_dfcf_371d,
    0x3baf_7b81_6618_582f,
    0x3b79_2f9a_b813_79bf,
    0x3b44_2615_600f_9499,
    0x3b10_1e77_800c_76e1,
    0x3ad9_ca58_cce0_be35,
    0x3aa4_a1e0_a3e6_fe90,
    0x3a70_8180_831f_320d,
    0x3a3a_68cd_9e98_5016,
];

/// Powers of ten and their halves, and what comes ever closer to five millionths.
fn fives() -> impl Iterator<Item = u64> {
    let halves = [10.0, 5.0, 0.5, 0.05, 0.005, 5e-4, 5e-5, 5e-6, 5e-7, 5e-8, 5e-9];
    let closer = (1..=14).map(|zeros| format!("5.{}6e-6", "0".repeat(zeros)).parse().unwrap());
    halves.into_iter().chain(closer).chain([5e-6]).map(f64::to_bits)
}

/// Neighbours of one, of the smallest and largest numbers, and of those where the notation changes.
const EDGES: [u64; 38] = [
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0xbfef_ffff_ffff_fffa,
    0xbfef_ffff_ffff_fffb,
    0x3fef_ffff_ffff_fffa,
    0x3fef_ffff_ffff_fffb,
    0x3fef_ffff_ffff_fffc,
    0x3fef_ffff_ffff_fffe,
    0xbfef_ffff_ffff_ffff,
    0xbfef_ffff_ffff_ffff,
    0x3fef_ffff_ffff_ffff,
    0x3fef_ffff_ffff_ffff,
    0x3fd3_3333_3333_3332,
    0x3fd3_3333_3333_3333,
    0x3fd3_3333_3333_3334,
    0x0010_0000_0000_0000,
    0x000f_ffff_ffff_fffd,
    0x000f_ffff_ffff_ffff,
    0x7fef_ffff_ffff_ffff,
    0xffef_ffff_ffff_ffff,
    0x4340_0000_0000_0000,
    0xc340_0000_0000_0000,
    0x4430_0000_0000_0000,
    0x44b5_2d02_c7e1_4af5,
    0x44b5_2d02_c7e1_4af6,
    0x44b5_2d02_c7e1_4af7,
    0x444b_1ae4_d6e2_ef4e,
    0x444b_1ae4_d6e2_ef4f,
    0x444b_1ae4_d6e2_ef50,
    0x3eb0_c6f7_a0b5_ed8c,
    0x3eb0_c6f7_a0b5_ed8d,
    0x41b3_de43_5555_5553,
    0x41b3_de43_5555_5554,
    0x41b3_de43_5555_5555,
    0x41b3_de43_5555_5556,
    0x41b3_de43_5555_5557,
    0xbecb_f647_612f_3696,
    0x4314_3ff3_c1cb_0959,
];

/// The numbers, without end.
fn numbers() -> impl Iterator<Item = f64> {
    const SIGN: u64 = 1 << 63;
    let listed = [0, SIGN, 1, SIGN | 1]
        .into_iter()
        .chain(THIRDS.map(|bits| bits | SIGN))
        .chain(THIRDS)
        .chain(fives())
        .chain(EDGES)
        .chain((0..2000).map(|step| (1 << 52) + step));
    // Then each SHA-256 is that of the one before it, and holds four numbers.
    let mut block = [0; 32];
    let hashed = core::iter::repeat_with(move || {
        block = Sha256::digest(block).into();
        block
    });
    let hashed = hashed
        .flat_map(|block| {
            let parts: Vec<_> = block.chunks(8).map(|part| part.try_into().unwrap()).collect();
            parts.into_iter().map(u64::from_le_bytes)
        })
        .map(f64::from_bits)
        .filter(|number| *number != 0.0 && number.is_finite());
    listed.map(f64::from_bits).chain(hashed)
}

/// The SHA-256 of the first lines.
fn hash(lines: usize) -> String {
    let mut canonicalizer = Canonicalizer::new(Numbers::EcmaScript);
    let mut hash = Sha256::new();
    for number in numbers().take(lines) {
        hash.update(format!("{:x},", number.to_bits()));
        hash.update(canonicalizer.canonicalize(format!("{number:e}").as_bytes()).unwrap());
        hash.update("\n");
    }
    format!("{:x}", hash.finalize())
}

#[test]
fn ten_thousand_numbers() {
    let published = "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892";
    assert_eq!(hash(10_000), published);
}

#[test]
#[ignore = "takes a while: just json-suite"]
fn a_million_numbers() {
    let published = "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16";
    assert_eq!(hash(1_000_000), published);
}
