/* The library from which Rust's standard library takes random bytes on Windows. Debian's Wine 8.0 lacks it, so
   `just windows` gives it this one, whose bytes are from the system's generator as well. */

#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) {
    while (length > 0) {
        ULONG part = length > 0x10000000 ? 0x10000000 : (ULONG)length;
        if (!RtlGenRandom(bytes, part)) return FALSE;
        bytes += part;
        length -= part;
    }
    return TRUE;
}
