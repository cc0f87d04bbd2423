//! Large pages for large tables: a table is read at random places, and with pages of 4 KiB the address of nearly every one
//! has to be looked up in memory, too.

/// Asks the system for large pages behind a slice, where it knows such a thing; a wish, not a need.
pub(super) fn enlarge<T>(slice: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        let range = slice.as_mut_ptr_range();
        let start = (range.start as usize).next_multiple_of(PAGE);
        let length = (range.end as usize).saturating_sub(start) / PAGE * PAGE;
        if length > 0 {
            // SAFETY: the pages lie within the slice, and this advice does not change what is in them.
            let _ = unsafe { madvise(start as *mut _, length, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slice;
}
