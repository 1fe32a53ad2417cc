"""A Baton server that answers, refuses, sends something else, or is away."""

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from baton_policy import BatonServer, ServerError, parse_policy, scope

RULE = {"rule_id": "mail", "detector": "email", "action": "redact"}
POLICY = parse_policy({"multi_agent_handoffs": {"default_handoff_mode": "full", "content_rules": [RULE]}})
WITHHELD = "[withheld: content rules failed]"


class StubServer:
    """Answers each request with what `answer` returns for its path and body."""

    def __enter__(self):
        stub = self
        self.requests = []
        self.answer = lambda path, body: (404, {})

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                stub.requests.append((self.path, self.headers["Authorization"], body))
                status, answer = stub.answer(self.path, body)
                data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.client = BatonServer(f"http://127.0.0.1:{self.server.server_port}", "key", timeout=5)
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def checked(version, *results):
    return 200, {"policy_version": version, "blocked": False, "results": list(results)}


def result(text, **fields):
    return {"text": text, "findings": [], "blocked": False, "failure": None, **fields}


def hand_over(server, context=None):
    context = context or {"prior_outputs": {"a": {"note": "Ask ann@example.com", "n": 1}}}
    return scope(POLICY, "a", "b", context, text_checker=server.client)


class ContentRulesByServer(unittest.TestCase):
    def test_keeps_the_path_of_the_address(self):
        with StubServer() as server:
            server.answer = lambda _, body: checked(POLICY.version, result("x"))
            for end in ("/baton", "/baton/"):
                address = f"http://127.0.0.1:{server.server.server_port}{end}"
                BatonServer(address, "key", timeout=5).check_texts("a", "b", ["x"])
            paths = [path for path, *_ in server.requests]
            self.assertEqual(paths, ["/baton/api/v1/text/check"] * 2)

    def test_asks_for_all_texts_of_a_part_at_once(self):
        with StubServer() as server:
            server.answer = lambda _, body: checked(
                POLICY.version, *(result(f"{each}!") for each in body["texts"])
            )
            scoped = hand_over(server, {"prior_outputs": {"a": ["x", {"y": "z"}]}})
            self.assertEqual(scoped.context["prior_outputs"], {"a": ["x!", {"y": "z!"}]})
            texts = {"texts": ["x", "z"], "policy_version": POLICY.version}
            body = {"from_agent_id": "a", "to_agent_id": "b", **texts}
            self.assertEqual(server.requests, [("/api/v1/text/check", "Bearer key", body)])

    def test_refuses_what_a_rule_blocks(self):
        blocking = {**RULE, "action": "block"}
        section = {"default_handoff_mode": "full", "content_rules": [blocking]}
        policy = parse_policy({"multi_agent_handoffs": section})
        with StubServer() as server:
            finding = {"rule_id": "mail", "detector": "email", "path": "", "count": 1, "action": "block"}
            blocked = result(None, blocked=True, findings=[finding])
            server.answer = lambda *_: checked(policy.version, blocked)
            scoped = scope(policy, "a", "b", {"prior_outputs": {"a": "x"}}, text_checker=server.client)
        self.assertEqual(scoped.context["prior_outputs"], {})
        self.assertEqual(
            scoped.refusal, "The content rule mail refuses this handoff: email in a. Remove it and try again"
        )
        self.assertEqual(scoped.event["scoping_state"], "denied_rule")
        self.assertEqual(scoped.event["content_findings"], [{**finding, "path": "a"}])

    def test_withholds_without_a_usable_answer(self):
        answers = {
            "another policy": checked("other", result("x")),
            "another number": checked(POLICY.version),
            "a refusal": (403, {"detail": "no"}),
            "no JSON": (200, b"<html>"),
            "a list": (200, []),
            "a wrong result": checked(POLICY.version, {"text": 1, "findings": []}),
        }
        with StubServer() as server:
            for name, answer in answers.items():
                with self.subTest(name):
                    server.answer = lambda *_, answer=answer: answer
                    scoped = hand_over(server)
                    self.assertEqual(scoped.context["prior_outputs"], {"a": {"note": WITHHELD, "n": 1}})
                    self.assertIn("Content rules failed", scoped.event["audit_note"])
                    self.assertNotIn("ann@", json.dumps(scoped.event))
        self.assertEqual(hand_over(server).context["prior_outputs"], {"a": {"note": WITHHELD, "n": 1}})


class Messages(unittest.TestCase):
    def test_returns_what_the_server_decides(self):
        with StubServer() as server:
            server.answer = lambda _, body: (
                200,
                {"messages": body["messages"][:1], "rule_id": "r", "event": {"x": 1}, "refusal": None},
            )
            messages = [{"role": "user", "content": "Go"}, {"role": "assistant", "content": "No"}]
            left = server.client.scope_messages("a", "b", messages, authors=[None, "a"], session_id="s")
            self.assertEqual(left, (messages[:1], "r", {"x": 1}, None))
            (path, _, body), *_ = server.requests
            self.assertEqual(path, "/api/v1/scope/messages")
            sent = {"from": "a", "to": "b", "messages": messages}
            self.assertEqual(body, {**sent, "authors": [None, "a"], "session_id": "s"})

    def test_passes_nothing_if_the_server_is_away(self):
        with StubServer() as server:
            client = server.client
        left = client.scope_messages("a", "b", [{"role": "user", "content": "Go"}])
        self.assertEqual(left.messages, [])
        self.assertIn("withheld", left.refusal)
        with self.assertRaises(ServerError):
            client.check_texts("a", "b", ["x"])


if __name__ == "__main__":
    unittest.main()
