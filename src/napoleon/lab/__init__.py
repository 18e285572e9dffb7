"""Many games at once: random play, simulation, fuzzing, benchmarks."""
