import { sizeOfRun } from "@baton/core/test/soak";
import {
  type HistoryVector,
  readConformanceRow,
  readContextVectors,
  readHistoryVectors,
  readTextVectors,
} from "@baton/core/test/vectors";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { aiSdk } from "./ai-sdk";
import { describeEntries, readChat } from "./chat-history";
import { claudeAgentSdk, claudeCode } from "./claude";
import { langgraph } from "./langgraph";
import { mastra } from "./mastra";
import { openaiAgents } from "./openai-agents";
import { type Runtime, withPolicy } from "./runtime";

const RUNTIMES: [string, Runtime][] = [
  ["openai-agents", openaiAgents],
  ["langgraph", langgraph],
  ["ai-sdk", aiSdk],
  ["mastra", mastra],
  ["claude-agent-sdk", claudeAgentSdk],
  ["claude-code", claudeCode],
];

/** The suite takes every eighth output to save time. They are drawn from all policies. */
const STEP = sizeOfRun({ suite: 8, soak: 1 });

/** Outputs with fields, which frameworks pass as one message. Its text is null if no field passes. */
const OUTPUTS = readContextVectors().flatMap(({ policy, from, to, context, expected }) => {
  const output = context.prior_outputs[from];
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  if (from === to || !isObject || Object.keys(output).length === 0) return [];
  const passed = JSON.stringify(Object(expected.scoped.prior_outputs)[from]);
  return [{ policy, given: { from, to, output }, expected: passed === "{}" ? null : (passed ?? null) }];
});

beforeAll(() => {
  for (const name of ["CLAUDE_PROJECT_DIR", "BATON_POLICY", "BATON_URL"]) vi.stubEnv(name, undefined);
});
afterAll(() => vi.unstubAllEnvs());

/** In frameworks, the sender is the agent that spoke last, and messages without an agent are the user's. */
function isOfFramework({ authors, messages }: HistoryVector): boolean {
  const isSender = authors.findLast((author) => author !== null) === "a";
  return isSender && messages.every(({ role }, index) => authors[index] !== null || role === "user");
}

describe.each(RUNTIMES)("@baton/%s", (name, { passOutput, passHistory, passText, ...runtime }) => {
  const histories = readHistoryVectors().filter(
    (history) => isOfFramework(history) && (runtime.takesHistory?.(history) ?? true),
  );

  if (passOutput)
    it("passes outputs as the vectors do", { timeout: 120_000 }, async () => {
      const sample = OUTPUTS.filter((_, index) => index % STEP === 0);
      for (const policy of new Set(sample.map((output) => output.policy))) {
        await withPolicy(policy, async (baton) => {
          for (const { given, expected } of sample.filter((output) => output.policy === policy)) {
            expect(await passOutput(baton, given), JSON.stringify(given)).toBe(expected);
          }
        });
      }
    });

  if (passHistory)
    it("passes histories as the vectors do", async () => {
      for (const history of histories) {
        const passed = await withPolicy(history.policy, (baton) => passHistory(baton, history));
        expect(describeEntries(passed), history.name).toEqual(describeEntries(readChat(history.expected)));
      }
    });

  it("passes texts as the vectors do", async () => {
    for (const { name: text, policy, ...vector } of readTextVectors()) {
      const passed = await withPolicy(policy, (baton, folder) => passText(baton, vector.text, folder));
      expect(passed, text).toBe(vector.expected);
    }
  });

  it("has its numbers in docs/adapters.md", () => {
    expect(readConformanceRow(`\`@baton/${name}\``)).toEqual([
      passOutput ? OUTPUTS.length.toLocaleString("en") : "–",
      passHistory ? String(histories.length) : "–",
      String(readTextVectors().length),
    ]);
  });
});
