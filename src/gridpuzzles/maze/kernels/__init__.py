"""Compiled generators and measures; each generator makes the same maze as the reference with its name."""
