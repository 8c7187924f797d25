"""The family's studies."""
