"""One style for all figures, and the primitives that the families share. It names no puzzle."""
