"""The small processes that stand between the runner and a reader; nothing here is imported by the runner."""
