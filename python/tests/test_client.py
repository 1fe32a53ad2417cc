"""The policy client with a server that publishes, restarts, drops connections and sends invalid responses."""

import json
import os
import socket
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock

from baton_policy import PolicyClient, Switch, parse_policy
from baton_policy import client as client_module

PATIENCE = 30.0


def answer_for(section, switch=Switch()):  # noqa: B008 - a switch never changes
    version = parse_policy({"multi_agent_handoffs": section}, switch).version
    return {"version": version, "enabled": switch.enabled, "observe": switch.observe, "policy": section}


def blocking(name):
    return answer_for({"blocked_context_fields": [name]})


class StubServer:
    """`GET /api/v1/policy` of a Baton server, with its long poll."""

    def __init__(self, answer=None, port=0):
        self.answer = answer
        self.status = None
        self.requests = []
        self.changed = threading.Condition()
        self.sockets = set()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                stub.sockets.add(self.connection)

            def do_GET(self):
                stub.respond(self)

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, *_):
                """A dropped connection is part of the test."""

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def publish(self, answer):
        with self.changed:
            self.answer = answer
            self.changed.notify_all()

    def respond(self, handler):
        path, _, query = handler.path.partition("?wait=")
        self.requests.append(
            (path, query, handler.headers["Authorization"], handler.headers["If-None-Match"])
        )
        known = handler.headers["If-None-Match"]
        with self.changed:
            if query:
                self.changed.wait_for(
                    lambda: self.answer is not None and etag_of(self.answer) != known, float(query)
                )
            answer = self.answer
        if self.status is not None:
            status, body = self.status, json.dumps({"title": "No", "detail": "the key was revoked"}).encode()
        elif answer is None:
            status, body = 404, json.dumps({"detail": "nothing was published yet"}).encode()
        elif etag_of(answer) == known:
            status, body = 304, b""
        else:
            status, body = 200, answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        handler.send_response(status)
        if status == 200:
            handler.send_header("ETag", etag_of(answer))
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def drop_connections(self):
        for each in list(self.sockets):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                self.sockets.discard(each)

    def stop(self):
        self.drop_connections()
        self.server.shutdown()
        self.server.server_close()


def etag_of(answer):
    return f'"{hash(answer)}"' if isinstance(answer, bytes) else f'"{answer["version"]}"'


class Clients(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.saved_at = Path(folder.name) / "baton/policy.json"
        self.messages = []
        # Retries in tests take milliseconds instead of half a minute.
        fast = mock.patch.multiple(
            client_module, _WAIT=2.0, _FIRST_RETRY=0.02, _LAST_RETRY=0.1, _SHORTEST_WAIT=0.02
        )
        fast.start()
        self.addCleanup(fast.stop)

    def serve(self, answer=None, port=0):
        server = StubServer(answer, port)
        self.addCleanup(server.stop)
        return server

    def follow(self, url, **options):
        client = PolicyClient(url, "key", self.saved_at, log=self.messages.append, **options)
        self.addCleanup(client.stop)
        return client

    def wait_until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, f"not within {PATIENCE} s; log: {self.messages}")
            time.sleep(0.01)

    def wait_for(self, client, answer):
        self.wait_until(lambda: client.policy.version == answer["version"])

    def test_has_the_policy_immediately_and_each_new_one_within_seconds(self):
        server = self.serve(blocking("a"))
        adopted = []
        # Longer than this test waits: a request that is not answered at once comes too late.
        with mock.patch.object(client_module, "_WAIT", 2 * PATIENCE):
            client = self.follow(server.url, on_policy=lambda policy: adopted.append(policy.version))
            self.assertEqual(client.policy.version, blocking("a")["version"])
            self.wait_until(lambda: len(server.requests) > 1)
        observed = answer_for({"blocked_context_fields": ["b"]}, Switch(enabled=False, observe=True))
        server.publish(observed)
        self.wait_for(client, observed)
        self.assertEqual(client.policy.switch.setting, "observe")
        self.assertEqual(adopted, [blocking("a")["version"], observed["version"]])
        self.assertEqual(server.requests[0], ("/api/v1/policy", "", "Bearer key", None))
        self.assertEqual(server.requests[1][:2], ("/api/v1/policy", "60"))
        self.assertLess(client.seconds_since_confirmed, PATIENCE)
        self.assertEqual(self.messages, [])

    def test_keeps_the_path_of_the_server(self):
        server = self.serve(blocking("a"))
        self.follow(f"{server.url}/baton/")
        self.assertEqual(server.requests[0][0], "/baton/api/v1/policy")

    def test_follows_a_candidate_and_ignores_one_that_it_cannot_read(self):
        live, candidate = blocking("a"), blocking("b")

        def step(release, **changes):
            # As bytes, because the stub's tag of an object is its version.
            answer = {**live, "candidate": {**candidate, **changes, "release": release}}
            server.publish(json.dumps(answer).encode())

        server = self.serve(live)
        adopted = []
        client = self.follow(server.url, on_policy=lambda policy: adopted.append(policy.release))
        self.assertIsNone(client.policy.release)
        step({"stage": "workflows", "workflows": ["claims"]})
        self.wait_until(lambda: client.policy.release is not None)
        self.assertEqual(client.policy_for("s", "claims").version, candidate["version"])
        self.assertEqual(client.policy_for("s").version, live["version"])
        self.assertEqual(len(adopted), 2)
        client.stop()
        saved = self.follow("http://127.0.0.1:9")
        self.assertEqual(saved.policy_for("s", "claims").version, candidate["version"])
        saved.stop()
        for release, changes, reason in (
            ({"stage": "moon"}, {}, "does not know its stage"),
            ({"stage": "observe"}, {"version": "0"}, "not what its version says"),
        ):
            step(release, **changes)
            other = self.follow(server.url)
            self.assertIsNone(other.policy.release)
            self.assertEqual(other.policy.version, live["version"])
            self.assertTrue(any(reason in message for message in self.messages), self.messages)
            other.stop()

    def test_reconnects_after_a_restart_of_the_server(self):
        server = self.serve(blocking("a"))
        client = self.follow(server.url, max_staleness=0.0)
        server.stop()
        self.wait_until(lambda: any("may be stale" in message for message in self.messages))
        self.assertEqual(client.policy.version, blocking("a")["version"])
        restarted = self.serve(blocking("b"), server.port)
        self.wait_for(client, blocking("b"))
        self.assertEqual(restarted.requests[0][3], etag_of(blocking("a")))
        # A problem is reported once while it stays the same.
        self.assertEqual(len(self.messages), len(set(self.messages)))

    def test_reconnects_when_the_server_drops_a_waiting_connection(self):
        server = self.serve(blocking("a"))
        client = self.follow(server.url)
        for name in ("b", "c", "d"):
            count = len(server.requests)
            server.drop_connections()
            self.wait_until(lambda count=count: len(server.requests) > count)
            server.publish(blocking(name))
            self.wait_for(client, blocking(name))

    def test_keeps_sending_requests_while_nothing_changes(self):
        with mock.patch.object(client_module, "_WAIT", 1.0):
            server = self.serve(blocking("a"))
            client = self.follow(server.url)
            self.wait_until(lambda: len(server.requests) > 4)
        server.publish(blocking("b"))
        self.wait_for(client, blocking("b"))
        self.assertEqual(self.messages, [])

    def test_times_out_if_the_server_accepts_but_stays_silent(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        port = listener.getsockname()[1]
        with mock.patch.multiple(client_module, _FIRST_ANSWER_LIMIT=0.2, _ANSWER_LIMIT=0.2, _WAIT=0.1):
            client = self.follow(f"http://127.0.0.1:{port}")
            self.assertTrue(client.policy.is_missing)
            self.wait_until(lambda: any("timed out" in message for message in self.messages))

    def test_uses_the_saved_policy_after_its_own_restart(self):
        server = self.serve(blocking("a"))
        self.follow(server.url).stop()
        server.stop()
        client = self.follow(server.url)
        self.assertEqual(client.policy.version, blocking("a")["version"])
        self.assertLess(client.seconds_since_confirmed, PATIENCE)
        self.assertEqual(list(self.saved_at.parent.iterdir()), [self.saved_at])

    def test_logs_that_every_handoff_is_minimal_without_server_and_saved_policy(self):
        client = self.follow("http://127.0.0.1:9")
        self.assertTrue(client.policy.is_missing)
        self.assertIsNone(client.seconds_since_confirmed)
        self.assertIn(
            "baton policy: there is no policy, neither from the server nor saved: every handoff is minimal",
            self.messages,
        )

    def test_a_damaged_or_invalid_policy_never_replaces_a_valid_one(self):
        server = self.serve(blocking("a"))
        client = self.follow(server.url)
        invalid = {**blocking("a"), "version": "0" * 64, "policy": {"blocked_context_fields": ["a..b"]}}
        for bad in (b"[", {**blocking("b"), "version": "1" * 64}, invalid, {"version": 1}):
            count = len(self.messages)
            server.publish(bad)
            self.wait_until(lambda count=count: len(self.messages) > count)
            self.assertEqual(client.policy.version, blocking("a")["version"])
        server.publish(blocking("c"))
        self.wait_for(client, blocking("c"))

    def test_ignores_a_saved_policy_that_was_changed(self):
        self.saved_at.parent.mkdir()
        damaged = json.dumps({**blocking("a"), "policy": {}})
        self.saved_at.write_text(json.dumps({"etag": "x", "text": damaged}))
        self.assertTrue(self.follow("http://127.0.0.1:9").policy.is_missing)
        self.assertIn("is not what its version says", self.messages[0])

    def test_logs_the_reason_of_a_rejected_request(self):
        server = self.serve()
        server.status = 401
        self.follow(server.url)
        self.assertEqual(self.messages[0], "baton policy: the server answered 401: the key was revoked")

    def test_asks_for_a_key_and_an_address_if_they_are_missing(self):
        PolicyClient("http://127.0.0.1:9", "", self.saved_at, log=self.messages.append).stop()
        self.assertIn("the API key is missing. Create one in Baton", self.messages[0])
        with self.assertRaisesRegex(ValueError, "`localhost:3000` is not the address of a server"):
            PolicyClient("localhost:3000", "key", self.saved_at)

    def test_waits_for_the_first_policy_of_a_workspace(self):
        server = self.serve()
        client = self.follow(server.url)
        self.wait_until(lambda: len(server.requests) > 1)
        server.publish(blocking("a"))
        self.wait_for(client, blocking("a"))

    def test_stops_immediately_while_a_request_waits(self):
        server = self.serve(blocking("a"))
        with mock.patch.object(client_module, "_WAIT", 60.0):
            client = self.follow(server.url)
            self.wait_until(lambda: len(server.requests) > 1)
            time.sleep(0.1)
            client.stop()
        client._thread.join(PATIENCE)
        self.assertFalse(client._thread.is_alive())

    def test_logs_a_failed_save_and_uses_the_policy(self):
        blocker = self.saved_at.parent
        blocker.write_text("a file in place of the folder")
        client = self.follow(self.serve(blocking("a")).url)
        self.assertEqual(client.policy.version, blocking("a")["version"])
        self.assertIn("could not be saved", self.messages[0])
        os.unlink(blocker)

    def test_threads_never_see_a_mixed_policy(self):
        server = self.serve(blocking("a"))
        client = self.follow(server.url)
        versions = {blocking(name)["version"] for name in "abcdef"}
        seen = []
        ended = threading.Event()

        def read():
            while not ended.is_set():
                policy = client.policy
                seen.append(policy.version == parse_policy({"multi_agent_handoffs": policy.section}).version)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for name in "bcdef":
            server.publish(blocking(name))
            self.wait_for(client, blocking(name))
        ended.set()
        for thread in threads:
            thread.join()
        self.assertTrue(seen and all(seen))
        self.assertIn(client.policy.version, versions)


if __name__ == "__main__":
    unittest.main()
