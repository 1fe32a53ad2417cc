import { type Runtime, Session } from "node:inspector";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ESSENTIAL, RESEARCH_OUTPUT } from "../../test/phase-output";
import { readSessionEvent } from "../session/session-event";
import { countTokens } from "../tokens/count-tokens";
import { compactPhase } from "./compact-phase";
import { lintContextSummary } from "./lint-context-summary";
import { PhaseWorkflow } from "./phase-workflow";

const compact = (nextPhase: string, output: unknown = RESEARCH_OUTPUT) =>
  compactPhase({ output, essential: ESSENTIAL, nextPhase });

const LONG_OUTPUT = Array.from(
  { length: 120 },
  (_, index) =>
    `- The ${nameOf(index + 1)} must answer the ${nameOf(index * 7 + 7)} before ${nameOf(index * 31 + 31)} waits for ${index} ms.`,
).join("\n");

/** Returns a distinct word for each number. */
function nameOf(index: number): string {
  return `${index.toString(26).replaceAll(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "")}shelf`;
}

describe("compactPhase", () => {
  it("REQ-1.1: passes only a summary of the output", () => {
    expect(Object.keys(compact("implementation"))).toEqual([
      "context_summary",
      "essential_state",
      "before_tokens",
      "after_tokens",
      "event",
      "content_findings",
      "content_failure",
    ]);
  });

  it("REQ-1.3: returns at most 500 tokens, and uses them", () => {
    const { context_summary } = compact("implementation", LONG_OUTPUT);
    expect(countTokens(context_summary)).toBeLessThanOrEqual(500);
    expect(countTokens(context_summary)).toBeGreaterThan(400);
  });

  it("REQ-1.4: keeps task_id, feature and spec_path with any output", () => {
    for (const output of ["", RESEARCH_OUTPUT, LONG_OUTPUT, { deep: [{ text: "a" }] }]) {
      expect(compact("testing", output).essential_state).toEqual(ESSENTIAL);
    }
    expect(() =>
      compactPhase({ output: "", essential: { ...ESSENTIAL, task_id: "" }, nextPhase: "" }),
    ).toThrow();
  });

  it("REQ-2.1: includes actionable text and no praise", () => {
    const { context_summary } = compact("implementation");
    expect(context_summary).not.toMatch(/went well|Let me/);
    expect(context_summary).toContain("Use Redis for sessions instead of PostgreSQL");
  });

  it("REQ-2.2: includes no searches and no intermediate steps", () => {
    expect(compact("research").context_summary).not.toMatch(/searched|grep|looked through/i);
  });

  it("REQ-2.3: includes no code", () => {
    expect(compact("implementation").context_summary).not.toContain("readSession(request");
  });

  it("REQ-2.4: writes bullets that quote the output", () => {
    const bullets = compact("implementation").context_summary.split("\n");
    expect(bullets.length).toBeGreaterThan(5);
    for (const bullet of bullets) {
      expect(bullet).toMatch(/^- \S/);
      expect(RESEARCH_OUTPUT).toContain(bullet.slice(2));
    }
  });

  it.each([
    ["implementation", "Use Redis for sessions instead of PostgreSQL, since they expire by themselves."],
    ["testing", "There is no test for an expired refresh token."],
    ["deployment", "Production needs the variable `REDIS_URL`; staging has none yet."],
    ["design of the hashing of passwords", "Passwords are hashed with bcrypt at cost 8."],
  ])("REQ-2.5: ranks the needs of %s first", (nextPhase, first) => {
    expect(compact(nextPhase).context_summary.split("\n")[0]).toBe(`- ${first}`);
  });

  it("REQ-2.5: keeps other bullets for another phase if not all fit", () => {
    const output = [
      "## Decisions",
      bulletsOf("choice", "Use"),
      "## Risks",
      bulletsOf("risk", "It fails with"),
      "## Tests",
      bulletsOf("test", "No test covers"),
    ].join("\n\n");
    const kept = (nextPhase: string) => {
      const { context_summary } = compact(nextPhase, output);
      return ["choice", "risk", "test"].filter((word) => context_summary.includes(word));
    };
    expect([kept("implementation"), kept("testing"), kept("planning")]).toEqual([
      ["choice"],
      ["test"],
      ["risk"],
    ]);
  });

  it("REQ-1.5, NFR-3: creates an event that a session file accepts", () => {
    const { event, context_summary } = compact("testing");
    const read = readSessionEvent(JSON.parse(JSON.stringify({ ...event, session_id: "s" })));
    expect(read.ok && read.record.compaction).toMatchObject({
      trigger: "phase",
      beforeTokens: event.before_tokens,
      afterTokens: event.after_tokens,
      preserved: ["task_id", "feature", "spec_path"],
      summary: context_summary,
    });
    expect(event.loss).toMatchObject({ file_paths: { total: 1, kept: 1 } });
    expect(event.next_phase).toBe("testing");
  });

  it("names lost required facts", () => {
    const contract = {
      literal: ["specs/shop-041/spec.md", "port 6380"],
      said: ["A token used twice ends the session"],
    };
    const { event } = compactPhase({
      output: RESEARCH_OUTPUT,
      essential: ESSENTIAL,
      nextPhase: "implementation",
      contract,
    });
    expect(event.survival).toEqual({ required: 3, missing: ["port 6380"] });
  });

  it("returns a summary that its own lint accepts", () => {
    for (const nextPhase of ["implementation", "testing", "deployment", "research", "x"]) {
      expect(lintContextSummary(compact(nextPhase))).toEqual([]);
    }
  });

  it("accepts an object as output", () => {
    const output = {
      status: "done",
      findings: { key_decisions: ["Use Redis for sessions instead of memory"] },
      notes: "Two lines:\n\n- The cookie must stay `HttpOnly`.",
    };
    const { context_summary } = compact("implementation", output);
    expect(context_summary).toBe(
      "- Use Redis for sessions instead of memory\n- The cookie must stay `HttpOnly`.",
    );
  });
});

function bulletsOf(kind: string, opening: string): string {
  return Array.from(
    { length: 60 },
    (_, index) => `- ${opening} ${kind} number${index} of shelf${index * 13} with unit${index * 7}.`,
  ).join("\n");
}

describe("PhaseWorkflow", () => {
  it("REQ-1.2: stores only the summary of an output", () => {
    const workflow = new PhaseWorkflow({ essential: ESSENTIAL });
    const secret = "zebra-crossing-7731";
    workflow.finishPhase({ output: `${RESEARCH_OUTPUT}\n\`\`\`\n${secret}\n\`\`\``, nextPhase: "testing" });
    expect(workflow.context.context_summary).toContain("14 of 80 tests fail");
    const retained = listRetained(workflow);
    expect(retained).toContain(workflow.context.context_summary);
    expect(retained.filter((text) => text.includes(secret))).toEqual([]);
    workflow.finishPhase({
      output: "- The flag `SESSIONS=redis` must be set before the rollout.",
      nextPhase: "deployment",
    });
    expect(workflow.context.context_summary).toBe(
      "- The flag `SESSIONS=redis` must be set before the rollout.",
    );
  });

  it("REQ-4.1, REQ-4.2, REQ-4.3: calls hooks before and after with sizes, and ignores their errors", () => {
    const calls: unknown[] = [];
    const events: unknown[] = [];
    const workflow = new PhaseWorkflow({
      essential: ESSENTIAL,
      record: (event) => events.push(event.event_type),
      hooks: {
        preCompact: (sizes) => {
          calls.push(["pre", sizes, [...events]]);
          throw new Error("a hook that fails");
        },
        postCompact: (sizes) => calls.push(["post", sizes, [...events]]),
      },
    });
    const { before_tokens, after_tokens } = workflow.finishPhase({
      output: RESEARCH_OUTPUT,
      nextPhase: "testing",
    });
    expect(calls).toEqual([
      ["pre", { before_tokens }, []],
      ["post", { before_tokens, after_tokens }, ["compaction"]],
    ]);
  });
});

/** Missing in Node's types. */
const PrivateProperties = z.looseObject({
  privateProperties: z
    .array(z.looseObject({ value: z.custom<Runtime.RemoteObject>().optional() }))
    .default([]),
});

/** Returns all texts that an object contains, including private fields, as the debugger shows them. */
function listRetained(root: object): string[] {
  const session = new Session();
  session.connect();
  Object.assign(globalThis, { retainedRoot: root });
  const texts: string[] = [];
  const seen = new Set<string>();
  const visit = (value: Runtime.RemoteObject | undefined) => {
    if (value?.type === "string") texts.push(String(value.value));
    if (value?.type !== "object" || value.objectId === undefined || seen.has(value.objectId)) return;
    seen.add(value.objectId);
    session.post(
      "Runtime.getProperties",
      { objectId: value.objectId, ownProperties: true },
      (_, properties) => {
        for (const { value: own } of [
          ...properties.result,
          ...PrivateProperties.parse(properties).privateProperties,
        ])
          visit(own);
      },
    );
  };
  session.post("Runtime.evaluate", { expression: "globalThis.retainedRoot" }, (_, { result }) =>
    visit(result),
  );
  session.disconnect();
  return texts;
}
