"""Put the import roots on the path, so that the tests run without an install."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
for root in (ROOT / "tests", ROOT / "reference" / "python", ROOT / "runner"):
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
