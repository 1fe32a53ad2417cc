import { describe, expect, it, vi } from "vitest";
import { policyOf, ruleOf } from "../../test/handoff";
import { policyVersion } from "../policy/policy-version";
import { ContextHandoffEvent } from "../session/context-handoff";
import { PolicySeenEvent } from "../session/policy-seen";
import { countTokens } from "../tokens/count-tokens";
import { type CompiledPolicy, withoutPolicy } from "./compile-policy";
import { ContextCompiler, type ContextCompilerOptions } from "./context-compiler";
import { HandoffTracker } from "./handoff-tracker";

function compilerOf(policy: CompiledPolicy, options: Partial<ContextCompilerOptions> = {}) {
  const written: unknown[] = [];
  let id = 0;
  const compiler = new ContextCompiler({
    policy,
    sessionId: "session-1",
    write: (event) => void written.push(JSON.parse(JSON.stringify(event))),
    now: () => Date.UTC(2026, 0, 2, 17),
    newId: () => `id-${++id}`,
    ...options,
  });
  return { compiler, written };
}

const request = {
  agentId: "b",
  fromAgentId: "a",
  originalInput: { claim_id: 1 },
  priorOutputs: { a: { keep: 1, ssn: 2 } },
  observations: [{ ssn: 3 }],
  furtherParts: { memories: [{ ssn: 4, m: 5 }] },
};
const policy = ruleOf({ handoff_mode: "full" }, { blocked_context_fields: ["ssn"] });

describe("ContextCompiler.scopeMessages", () => {
  it("returns the messages that pass, and writes the policy and the event", async () => {
    const written: unknown[] = [];
    const compiler = new ContextCompiler({
      policy: ruleOf({ handoff_mode: "full" }, { blocked_context_fields: ["ssn"] }),
      sessionId: "s",
      write: (event) => void written.push(event.event_type),
      now: () => 0,
      newId: () => "e",
    });
    const messages = [{ role: "assistant", content: '{"ssn":1,"x":2}' }];
    const request = { agentId: "b", fromAgentId: "a", messages };
    expect(compiler.scopeMessages(request).messages).toEqual([{ role: "assistant", content: '{"x":2}' }]);
    await expect.poll(() => written).toEqual(["policy_seen", "context_handoff"]);
  });
});

describe("ContextCompiler", () => {
  it("scopes a handoff, counts the result, and writes the policy once, then the event", async () => {
    const { compiler, written } = compilerOf(policy);
    const { context, totalTokens, event } = await compiler.compileForAgent(request);
    expect(context).toMatchObject({
      prior_outputs: { a: { keep: 1 } },
      observations: [{}],
      memories: [{ m: 5 }],
      fields_filtered: ["a.ssn", "memories[].ssn", "observations[].ssn"],
    });
    const counted =
      '{"prior_outputs":{"a":{"keep":1}},"observations":[{}],"original_input":{"claim_id":1},"memories":[{"m":5}]}';
    expect(totalTokens).toBe(countTokens(counted));
    expect(event?.context_after_scoping.total_tokens).toBe(totalTokens);

    await compiler.compileForAgent(request);
    expect(written).toMatchObject([
      { event_type: "policy_seen", session_id: "session-1", event_id: "id-2" },
      { event_type: "context_handoff", session_id: "session-1", event_id: "id-1" },
      { event_type: "context_handoff", event_id: "id-3" },
    ]);
    const seen = PolicySeenEvent.parse(written[0]);
    expect(policyVersion(seen.policy, { enabled: true, observe: false })).toBe(seen.policy_version);
    expect(ContextHandoffEvent.parse(written[1]).policy_version).toBe(seen.policy_version);
  });

  it("scopes with empty prior outputs too", async () => {
    const { context } = await compilerOf(policy).compiler.compileForAgent({ ...request, priorOutputs: {} });
    expect(context).toMatchObject({ observations: [{}] });
  });

  it.each([undefined, null])("neither scopes nor writes if fromAgentId is %s", async (fromAgentId) => {
    const { compiler, written } = compilerOf(policy);
    const { context, event } = await compiler.compileForAgent({ ...request, fromAgentId });
    expect(context).toEqual({
      prior_outputs: request.priorOutputs,
      observations: request.observations,
      original_input: request.originalInput,
      memories: request.furtherParts.memories,
    });
    expect({ event, written }).toEqual({ event: null, written: [] });
  });

  it("writes neither policy nor event while the switch is off", async () => {
    const { compiler, written } = compilerOf(policyOf({}, { enabled: false, observe: false }));
    const { context } = await compiler.compileForAgent(request);
    expect(context.prior_outputs).toBe(request.priorOutputs);
    expect(written).toEqual([]);
  });

  it("runs the processors in order on the scoped context, and counts their result", async () => {
    const { compiler } = compilerOf(policy, {
      processors: [
        (context) => ({ ...context, observations: [...context.observations, "first"] }),
        async (context, { agentId }) => ({ ...context, observations: [...context.observations, agentId] }),
      ],
    });
    const { context, totalTokens } = await compiler.compileForAgent({
      ...request,
      priorOutputs: {},
      furtherParts: {},
    });
    expect(context.observations).toEqual([{}, "first", "b"]);
    expect(totalTokens).toBe(
      countTokens('{"prior_outputs":{},"observations":[{},"first","b"],"original_input":{"claim_id":1}}'),
    );
  });

  it("announces a policy that it adopts, and uses it from then on", async () => {
    const { compiler, written } = compilerOf(policy);
    await compiler.compileForAgent(request);
    compiler.adoptPolicy(policyOf({ default_handoff_mode: "minimal" }));
    const { context } = await compiler.compileForAgent(request);
    compiler.adoptPolicy(policy);
    await compiler.compileForAgent(request);
    expect(context).toMatchObject({ handoff_mode: "minimal" });
    expect(written.map((event) => Reflect.get(Object(event), "event_type"))).toEqual([
      "policy_seen",
      "context_handoff",
      "policy_seen",
      "context_handoff",
      "context_handoff",
    ]);
  });

  it("hands off synchronously, and writes in the background in the same order", async () => {
    const summarizer = { summarize: () => Promise.reject(new Error("asked")) };
    const { compiler, written } = compilerOf(policy, { summarizer, processors: [() => expect.fail()] });
    const { context, event } = compiler.handOver(request);
    compiler.handOver(request);
    expect(context).toMatchObject({ prior_outputs: { a: { keep: 1 } }, fields_filtered: expect.any(Array) });
    expect(written).toMatchObject([{ event_type: "policy_seen" }, { event_id: event?.event_id }, {}]);
    expect(compiler.handOver({ ...request, fromAgentId: null })).toEqual({
      context: expect.not.objectContaining({ handoff_mode: expect.anything() }),
      event: null,
      refusal: null,
    });
    expect(written).toHaveLength(3);
  });

  it("announces the policy again after a failure, and writes the event anyway", async () => {
    const written: unknown[] = [];
    const { compiler } = compilerOf(policy, {
      write: ({ event_type }) => {
        written.push(event_type);
        if (written.length === 1) throw new Error("full");
      },
      log: () => {
        throw new Error("a log that fails stops nothing");
      },
    });
    await compiler.compileForAgent(request);
    await compiler.compileForAgent(request);
    await compiler.compileForAgent(request);
    expect(written).toEqual([
      "policy_seen",
      "context_handoff",
      "policy_seen",
      "context_handoff",
      "context_handoff",
    ]);
  });

  it("continues if the event cannot be written, and logs it", async () => {
    const log = vi.fn();
    const write = () => Promise.reject(Object.assign(new Error("secret path"), { code: "ENOSPC" }));
    const { context } = await compilerOf(policy, { write, log }).compiler.compileForAgent(request);
    expect(context.prior_outputs).toEqual({ a: { keep: 1 } });
    expect(log.mock.calls).toEqual([["a → b: the event could not be written (ENOSPC)"]]);
  });

  it("calls the summarizer only for a handoff", async () => {
    const summarizer = { summarize: async () => ({ text: "short", tokensUsed: 3 }) };
    const translation = { enabled: true, summarize: true, max_summary_tokens: 2 };
    const { compiler } = compilerOf(ruleOf({ conversation_translation: translation }), { summarizer });
    const said = { agentId: "b", priorOutputs: { a: "One sentence. And another one." } };
    const { context } = await compiler.compileForAgent({ ...said, fromAgentId: "a" });
    expect(context.prior_outputs).toEqual({ a: "short" });
    const unscoped = await compiler.compileForAgent(said);
    expect(unscoped.context).toEqual({
      prior_outputs: said.priorOutputs,
      observations: [],
      original_input: null,
    });
  });

  it("announces no policy if none is readable, and logs that nothing passed", async () => {
    const log = vi.fn();
    const { compiler, written } = compilerOf(withoutPolicy(), { log });
    await compiler.compileForAgent({ agentId: "b", fromAgentId: "a" });
    expect(written).toMatchObject([{ event_type: "context_handoff", scoping_state: "denied_error" }]);
    expect(log.mock.calls).toEqual([["a → b: No valid policy is available: every handoff is minimal"]]);
  });

  it("logs a fallback, without content", async () => {
    const log = vi.fn();
    const { compiler } = compilerOf(policy, { log });
    await compiler.compileForAgent({ ...request, furtherParts: { metadata: "secret" } });
    expect(log.mock.calls).toEqual([
      [
        "a → b: Scoping failed (a part has the name of one of the scoped context's own keys): all except blocked fields passed",
      ],
    ]);
  });

  it("does not let a further part replace a standard one", async () => {
    const { context } = await compilerOf(policy).compiler.compileForAgent({
      ...request,
      furtherParts: { observations: "taken" },
    });
    expect(context.observations).toEqual([{}]);
  });

  it("returns the content to store if it is enabled", async () => {
    const write = vi.fn();
    await compilerOf(policy, { write, capturesContent: true }).compiler.compileForAgent(request);
    expect(write.mock.calls[1]?.[1]).toEqual({
      sha256: write.mock.calls[1]?.[0].context_sha256,
      json: expect.any(String),
    });
  });
});

it("HandoffTracker keeps the last completed agent as the source of the next handoff", () => {
  const tracker = new HandoffTracker();
  expect(tracker.source).toBeNull();
  tracker.record("intake", "failed");
  expect(tracker.source).toBeNull();
  tracker.record("intake", "completed");
  tracker.record("fraud", "failed");
  expect(tracker.source).toBe("intake");
});
