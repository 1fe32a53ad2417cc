import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleOf } from "../../test/handoff";
import { sizeOfRun } from "../../test/soak";
import { ContextCompiler } from "./context-compiler";

const translated = { conversation_translation: { enabled: true, summarize: true, max_summary_tokens: 8 } };

/** Two policies, each of which blocks everything that the other passes. */
const odd = ruleOf({ ...translated, blocked_context_fields: ["a1", "a2"] });
const even = ruleOf({ ...translated, blocked_context_fields: ["b1", "b2"] });

const long = "One sentence that says something. Another one that says more.";
const request = {
  agentId: "b",
  fromAgentId: "a",
  priorOutputs: { a: { a1: long, b1: long } },
  observations: [{ a2: 1, b2: 2 }],
};

interface Decision {
  readonly passed: string;
  readonly version: string | null | undefined;
}

/** The content that passes under one policy alone. */
const EXPECTED = new Map([
  [odd.version, "a: b1; b2"],
  [even.version, "a: a1; a2"],
]);

/**
 * Makes handoffs with a slow summarizer while policies are published.
 *
 * @param publishes number of publications before each handoff.
 * @param tell returns the policy of a decision: the one in its event, or the one live at its end.
 */
async function decideMeanwhile(
  publishes: readonly number[],
  tell: (event: string | null | undefined, inForce: string | null) => Decision["version"],
): Promise<Decision[]> {
  let inForce = odd;
  const compiler = new ContextCompiler({
    policy: inForce,
    sessionId: "s",
    write: () => {},
    now: () => 0,
    newId: () => "id",
    summarizer: {
      summarize: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return { text: "short", tokensUsed: 0 };
      },
    },
  });
  return Promise.all(
    publishes.map(async (times) => {
      for (let time = 0; time < times; time += 1) {
        inForce = inForce === odd ? even : odd;
        compiler.adoptPolicy(inForce);
      }
      const { version: beganWith } = inForce;
      const { context, event } = await compiler.compileForAgent(request);
      expect(event?.policy_version, "a rule holds from the next handoff on").toBe(beganWith);
      const [output] = Object.entries(context.prior_outputs).map(
        ([agent, fields]) => `${agent}: ${Object.keys(Object(fields))}`,
      );
      const passed = `${output}; ${context.observations.map((seen) => Object.keys(Object(seen)))}`;
      return { passed, version: tell(event?.policy_version, inForce.version) };
    }),
  );
}

const mixed = (decisions: readonly Decision[]) =>
  decisions.filter(({ passed, version }) => EXPECTED.get(version ?? null) !== passed);

describe("a policy published during handoffs", { timeout: 600_000 }, () => {
  const publishes = fc.array(fc.nat({ max: 3 }), { minLength: 50, maxLength: 50 });
  const runs = { numRuns: sizeOfRun({ suite: 20, soak: 1_000 }) };

  it("decides each handoff completely or not at all: 0 of 1,000 are mixed", async () => {
    await fc.assert(
      fc.asyncProperty(publishes, async (times) => {
        expect(mixed(await decideMeanwhile(times, (event) => event))).toEqual([]);
      }),
      runs,
    );
  });

  it("is caught if a decision names another policy than the one that made it (negative control)", async () => {
    const details = await fc.check(
      fc.asyncProperty(publishes, async (times) => {
        expect(mixed(await decideMeanwhile(times, (_, inForce) => inForce))).toEqual([]);
      }),
      runs,
    );
    expect(details.failed).toBe(true);
  });
});
