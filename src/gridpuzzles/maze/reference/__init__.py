"""Generators in the words of their definitions; each kernel makes the same maze from the same stream."""
