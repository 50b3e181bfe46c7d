"""A server on loopback that keeps the body of the last request and answers 400, so that no library tries again."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODIES: list[dict] = []


class Stub(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        BODIES.append(json.loads(self.rfile.read(int(self.headers["content-length"] or 0)) or "{}"))
        answer = b'{"error":{"message":"stub","type":"stub","code":400}}'
        self.send_response(400)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


SERVER = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
threading.Thread(target=SERVER.serve_forever, daemon=True).start()
URL = f"http://127.0.0.1:{SERVER.server_address[1]}"


def body_of(call):
    """The body that a call sends; ValueError where the library refuses before it sends anything."""
    BODIES.clear()
    try:
        call()
    except Exception as error:
        if not BODIES:
            raise ValueError(f"{type(error).__name__}: {error}"[:300]) from error
    return BODIES[-1]
