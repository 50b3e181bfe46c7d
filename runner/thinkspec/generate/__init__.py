"""Write what is generated: the twins' tables, and a single file for one dialect."""
