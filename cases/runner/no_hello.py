"""Does not know the wire: it answers hello with a help text and ends.  Must be refused as a reader (exit 2)."""

print("usage: no_hello FILE")
