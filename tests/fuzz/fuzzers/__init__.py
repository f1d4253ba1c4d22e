"""One file per fuzzer."""
