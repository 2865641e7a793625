"""Card files, scenario files, token list, corrections. Knows files, no device."""
