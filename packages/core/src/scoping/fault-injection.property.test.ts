import { describe, expect, it } from "vitest";
import { withFault } from "../../test/fault-injection";
import { handoffOf, policyOf } from "../../test/handoff";
import type { CompiledPolicy } from "./compile-policy";
import { ContextCompiler } from "./context-compiler";
import type { Handoff } from "./handoff";
import type { ScopingState } from "./outcome";
import { plainJson } from "./plain-json";
import { type ScopingResult, scopeContext } from "./scope-context";

const CANARY = "canary-7f3a";
const context = {
  prior_outputs: {
    a: {
      score: 1,
      "\uff53\uff53\uff4e": CANARY,
      notes: { ssn: CANARY, list: [{ ssn: CANARY }, 2] },
      role: "assistant",
    },
    x: { inherited: CANARY, price: 4 },
  },
  observations: [{ path: { secret: CANARY }, ok: 1 }],
  original_input: { claim_id: "CLM-1", ssn: CANARY },
  memories: { ssn: [CANARY] },
};
const section = (enforcement_level: string, handoff_mode: string) => ({
  enforcement_level,
  minimal_input_fields: ["claim_id", "ssn"],
  blocked_context_fields: ["ssn", "path.secret"],
  agent_handoff_rules: [
    {
      from_agent_id: "a",
      to_agent_id: "b",
      handoff_mode,
      allowed_context_fields: ["score", "notes", "ssn"],
      conversation_translation: {
        enabled: true,
        extract_fields: ["score", "notes", "gone"],
        filter_enabled: true,
        summarize: true,
        recast_role: "user",
      },
    },
    { from_agent_id: "x", to_agent_id: "b", blocked_context_fields: ["inherited"] },
  ],
});

const CANARY_ERROR = new Error(CANARY, { cause: context });

/** Everything a handoff exposes: the scoped context, the event, and written and logged text. */
type Scope = (policy: CompiledPolicy, handoff: Handoff) => Pick<ScopingResult, "scoped" | "event">;

/** Makes a handoff with a compiler that also writes the event and logs errors. */
const handOver: Scope = (policy, { from, to, context, now, newId, sessionId }) => {
  const seen: unknown[] = [];
  const write = (...line: unknown[]) => void seen.push(line);
  const log = (message: string) => void seen.push(message);
  const compiler = new ContextCompiler({ policy, sessionId, now: () => now, newId, write, log });
  const { context: scoped, event } = compiler.handOver({
    fromAgentId: from,
    agentId: to,
    priorOutputs: context.prior_outputs,
    observations: context.observations,
    originalInput: context.original_input,
    furtherParts: { memories: context.memories },
  });
  return { scoped: { ...scoped, seen }, event };
};

/**
 * Scopes with faults from every operation in turn; returns the states, and the first k at which anything
 * leaked.
 */
function tryEveryFault(policy: CompiledPolicy, faults: number, scope: Scope) {
  const run = (k: number) =>
    withFault({ k, faults, error: CANARY_ERROR }, () => scope(policy, handoffOf(structuredClone(context))));
  run(Number.POSITIVE_INFINITY);
  const { operations } = run(Number.POSITIVE_INFINITY);
  const states = new Set<ScopingState | null | undefined>();
  for (let k = 1; k <= operations; k += 1) {
    const { scoped, event } = run(k).result;
    states.add(event?.scoping_state);
    if (JSON.stringify({ scoped, event }).includes(CANARY))
      return { operations, states: [...states], leaksAt: k };
  }
  return { operations, states: [...states], leaksAt: null };
}

describe("faults from the k-th operation on, for every k", { timeout: 120_000 }, () => {
  const policies = [
    ["strict", "full"],
    ["strict", "scoped"],
    ["advisory", "full"],
    ["advisory", "minimal"],
  ] as const;

  it.each(policies)("leak nothing if one operation fails, %s, %s", (level, mode) => {
    const tried = tryEveryFault(policyOf(section(level, mode)), 1, scopeContext);
    expect(tried).toMatchObject({ states: ["fallback_minus_blocked"], leaksAt: null });
    expect(tried.operations).toBeGreaterThan(500);
  });

  it.each(["strict", "advisory"])(
    "leak nothing if two operations fail, including the stripper, %s",
    (level) => {
      const tried = tryEveryFault(policyOf(section(level, "full")), 2, scopeContext);
      expect(tried).toMatchObject({ states: ["denied_error"], leaksAt: null });
    },
  );

  it("leak nothing in what a compiler writes and logs", () => {
    const tried = tryEveryFault(policyOf(section("strict", "scoped")), 1, handOver);
    expect(tried.leaksAt).toBeNull();
    expect(tried.operations).toBeGreaterThan(500);
  });

  it("are caught if an error is logged unfiltered (negative control)", () => {
    const informative: Scope = (policy, handoff) => {
      const { scoped, event } = handOver(policy, handoff);
      const logged = event?.scoping_state === "scoped" ? "" : `${CANARY_ERROR}`;
      return { scoped: { ...scoped, logged }, event };
    };
    expect(tryEveryFault(policyOf(section("strict", "scoped")), 1, informative).leaksAt).toBeGreaterThan(0);
  });

  it("leak nothing if every operation fails, without an event", () => {
    const tried = tryEveryFault(
      policyOf(section("advisory", "scoped")),
      Number.POSITIVE_INFINITY,
      scopeContext,
    );
    expect(tried).toMatchObject({ states: [undefined], leaksAt: null });
  });

  it("are caught if the fallback is the whole context (negative control)", () => {
    const falling: typeof scopeContext = (policy, handoff) => {
      const result = scopeContext(policy, handoff);
      return result.event?.scoping_state === "scoped" ? result : { ...result, scoped: handoff.context };
    };
    expect(tryEveryFault(policyOf(section("strict", "full")), 1, falling).leaksAt).toBe(1);
  });

  it("are caught if an error is written unfiltered (negative control)", () => {
    const informative: typeof scopeContext = (policy, handoff) => {
      const result = scopeContext(policy, handoff);
      const event = result.event && { ...result.event, audit_note: `${CANARY_ERROR}` };
      return result.event?.scoping_state === "scoped" ? result : { ...result, event };
    };
    expect(tryEveryFault(policyOf(section("strict", "full")), 1, informative).leaksAt).toBe(1);
  });
});

describe("a context whose own code throws", () => {
  const hostile = () => {
    throw CANARY_ERROR;
  };

  it.each(["get", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"] as const)(
    "passes none of its blocked fields if a proxy's %s throws",
    (trap) => {
      const output = new Proxy({ ssn: CANARY, x: 1 }, { [trap]: hostile });
      const { scoped, event } = scopeContext(
        policyOf(section("strict", "full")),
        handoffOf({ prior_outputs: { a: output }, original_input: { ssn: CANARY } }),
      );
      expect(event?.audit_note ?? "").not.toContain(CANARY);
      expect(JSON.stringify(event)).not.toContain(CANARY);
      expect(JSON.stringify(scoped.original_input)).not.toContain(CANARY);
      expect(Object.keys(scoped.prior_outputs)).toEqual(trap === "get" ? ["a"] : []);
    },
  );

  it("leaves no event and no leak if the caller's own objects throw", () => {
    const { scoped, event } = scopeContext(
      policyOf(section("strict", "full")),
      handoffOf(context, { newId: hostile }),
    );
    expect(event).toBeNull();
    expect(JSON.stringify(scoped)).not.toContain(CANARY);
  });
});

describe("a value that is too deep or too large", { timeout: 60_000 }, () => {
  const nested = (depth: number) =>
    JSON.parse(`${'{"ssn":"canary-7f3a","n":['.repeat(depth)}0${"]}".repeat(depth)}`);

  it.each<[string, () => unknown]>([["10,000 nested levels", () => nested(5_000)]])(
    "passes everything except blocked fields: %s",
    (_, create) => {
      const policy = policyOf(section("strict", "scoped"));
      for (const part of ["prior_outputs", "observations", "original_input"]) {
        const value = create();
        const context = {
          [part]: part === "prior_outputs" ? { a: value } : part === "observations" ? [value] : value,
        };
        const { scoped, event } = scopeContext(policy, handoffOf(context));
        expect(event).toMatchObject({
          scoping_state: "fallback_minus_blocked",
          outline: [],
          outline_truncated: true,
        });
        expect(event?.context_before_scoping.total_tokens).toBeGreaterThan(
          event?.context_after_scoping.total_tokens ?? 0,
        );
        expect(plainJson(scoped)).not.toContain(CANARY);
      }
    },
  );

  it("falls back even if it is in a part that does not pass", () => {
    const { event } = scopeContext(
      policyOf(section("strict", "scoped")),
      handoffOf({ prior_outputs: { a: { score: 1 }, other: nested(5_000) } }),
    );
    expect(event?.scoping_state).toBe("fallback_minus_blocked");
  });
});
