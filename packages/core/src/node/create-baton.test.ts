import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, context as opentelemetry, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBaton } from "./create-baton";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-create-"));
});
afterEach(() => rm(folder, { recursive: true }));

const POLICY = JSON.stringify({
  multi_agent_handoffs: {
    default_handoff_mode: "full",
    audit_all_handoffs: true,
    blocked_context_fields: ["ssn"],
  },
});

const OUTPUTS = { intake: { ssn: "111", score: 7 } };

async function readEvents(session = "s1") {
  const lines = await readFile(join(folder, "sessions", `${session}.jsonl`), "utf8");
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function handOver(options: { log?: (message: string) => void } = {}) {
  const baton = await createBaton({ folder, sessionId: "s1", ...options });
  baton.tracker.record("intake", "completed");
  const { context } = await baton.contextFor({
    agentId: "fraud",
    priorOutputs: OUTPUTS,
  });
  return context;
}

it("createBaton scopes by the policy of the folder and writes the event", async () => {
  await writeFile(join(folder, "governance_policies.json"), POLICY);
  expect(await handOver()).toMatchObject({ prior_outputs: { intake: { score: 7 } } });
  expect(await readEvents()).toMatchObject([
    { event_type: "policy_seen" },
    { event_type: "context_handoff", from_agent_id: "intake", to_agent_id: "fraud", scoping_state: "scoped" },
  ]);
});

it("createBaton passes everything in observe mode", async () => {
  await writeFile(join(folder, "governance_policies.json"), POLICY);
  await writeFile(join(folder, "system_config.json"), '{"multi_agent_handoffs":{"observe":true}}');
  expect(await handOver()).toMatchObject({ prior_outputs: { intake: { ssn: "111" } } });
});

it("createBaton observes without a policy file, and says once what to do", async () => {
  const messages: string[] = [];
  const context = await handOver({ log: (message) => messages.push(message) });
  expect(context).toEqual({ prior_outputs: OUTPUTS, observations: [], original_input: null });
  expect(await readEvents()).toMatchObject([
    { event_type: "context_handoff", scoping_state: "observed", handoff_mode: "full", tokens_saved: 0 },
  ]);
  expect(messages).toEqual([expect.stringContaining(`Write ${join(folder, "governance_policies.json")}`)]);
});

it("createBaton passes no output under a policy that is not valid, and says once why", async () => {
  const messages: string[] = [];
  await writeFile(join(folder, "governance_policies.json"), "{");
  const context = await handOver({ log: (message) => messages.push(message) });
  expect(context).toMatchObject({ handoff_mode: "minimal", prior_outputs: {} });
  expect(messages.filter((message) => message.includes("is not a valid policy. Correct it"))).toHaveLength(1);
});

it("createBaton names what it does not know in a valid policy, once", async () => {
  const messages: string[] = [];
  const section = { blocked_feilds: ["ssn"], default_handoff_mode: "sometimes" };
  await writeFile(
    join(folder, "governance_policies.json"),
    JSON.stringify({ multi_agent_handoffs: section }),
  );
  await handOver({ log: (message) => messages.push(message) });
  expect(messages).toEqual([
    expect.stringMatching(/default_handoff_mode .*minimal; .*blocked_feilds .*no effect/),
  ]);
});

it("createBaton rejects an address without a protocol", async () => {
  const server = { url: "localhost:3000", key: "k" };
  await expect(createBaton({ folder, server })).rejects.toThrow(
    "`localhost:3000` is not the address of a server. Write it like http://127.0.0.1:3000",
  );
});

it("createBaton asks for a key if it has none", async () => {
  const messages: string[] = [];
  const baton = await createBaton({
    folder,
    server: { url: "http://127.0.0.1:9", key: "" },
    log: (message) => messages.push(message),
  });
  await baton.stop();
  expect(messages[0]).toBe(
    "baton policy: the API key is missing. Create one in Baton, under Settings → API keys, and pass it as `key`",
  );
});

it("createBaton opens further sessions under the same policy", async () => {
  await writeFile(join(folder, "governance_policies.json"), POLICY);
  const baton = await createBaton({ folder, sessionId: "s1" });
  const other = baton.newSession("s2");
  const call = { fromAgentId: "intake", agentId: "fraud" };
  const { input } = other.compiler.scopeCall(call, "Rate it.\nssn: 111");
  expect(input).toBe("Rate it.\nssn: [redacted: blocked_in_text]");
  await other.stop();
  expect(await readEvents("s2")).toMatchObject([{ event_type: "policy_seen" }, { session_id: "s2" }]);
});

it("createBaton adds each decision to the active span of OpenTelemetry", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const contexts = new AsyncLocalStorage<Context>();
  opentelemetry.setGlobalContextManager({
    active: () => contexts.getStore() ?? ROOT_CONTEXT,
    with: (active, fn, self, ...parameters) => contexts.run(active, () => fn.call(self, ...parameters)),
    bind: (_, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  await writeFile(join(folder, "governance_policies.json"), POLICY);
  const span = provider.getTracer("app").startSpan("agent run");
  await opentelemetry.with(trace.setSpan(opentelemetry.active(), span), () => handOver());
  span.end();
  opentelemetry.disable();
  const [event] = (await readEvents()).slice(-1);
  expect(exporter.getFinishedSpans()[0]?.events).toMatchObject([
    {
      name: "baton.handoff",
      attributes: {
        "baton.from_agent": "intake",
        "baton.to_agent": "fraud",
        "baton.policy_version": event.policy_version,
        "baton.mode": "full",
        "baton.state": "scoped",
        "baton.tokens_before": event.context_before_scoping.total_tokens,
        "baton.tokens_after": event.context_after_scoping.total_tokens,
        "baton.session": "s1",
      },
    },
  ]);
});

it("createBaton writes no handoff for the first agent", async () => {
  await writeFile(join(folder, "governance_policies.json"), POLICY);
  const baton = await createBaton({ folder });
  const { event } = await baton.contextFor({ agentId: "intake", originalInput: { claim_id: 1 } });
  expect(event).toBeNull();
});
