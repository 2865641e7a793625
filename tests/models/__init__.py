"""Models of hardware, one of each thing, for every test that needs one."""
