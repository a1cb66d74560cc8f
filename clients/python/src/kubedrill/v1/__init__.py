"""Generated messages and stubs of the wire, never edited by hand (scripts/generate_stubs.py)."""
