"""Is every rule, option, name and ladder step nailed down by a case?  Proof by mutation.

A mutant is a table with one change: data, never code.  Each runs in both twins, in one warm process a twin that takes
tables as data (``worker.py``, ``worker.mjs``).  The cases that show the changed rule are asked first, and the first
that the mutant reads wrongly kills it.  A mutant that no case kills is a survivor, and so is one that only cases about
something else kill: nobody would find the rule by its cases.

====================  =======================================================
``model``             what a mutant is, and what came of it
``reading``           mutants of the dialects' tables
``streaming``         mutants of streams and of the rounds' transitions
``effort``            mutants of families, ladders, guards and fields
``engines``           edits of the engines' own code, so that dead branches show
``questions``         the checks as questions to a worker, in the order they are asked
``twin``              one worker process
``hunt``              the search for the first kill
``equivalents``       mutants that change nothing, each with its reason
``tell``              the reply that tells a survivor apart
``controls``          an empty mutant survives, trivial readers are killed
====================  =======================================================
"""
