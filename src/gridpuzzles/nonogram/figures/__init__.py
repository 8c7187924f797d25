"""The drawings of the family's studies."""
