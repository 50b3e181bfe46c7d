"""Reports: one record of a run, in the formats that people and programs read."""
