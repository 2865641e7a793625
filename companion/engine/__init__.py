"""Pure machinery: prompts, answers, sessions. Knows no game, device, clock, file, network, random source."""
