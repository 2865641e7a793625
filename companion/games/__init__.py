"""Games, one folder each: pure rules. Know no device, clock, file, network or random source."""
