import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkSurvival,
  compactConversation,
  FACT_CLASSES,
  lossMetrics,
  readClaudeCodeConversation,
  reportLoss,
} from "@baton/core/compaction";
import type { Checks } from "./checks";

const FOLDER = ["spotter", "test", "fixtures", "transcripts"];

/**
 * The two long sessions: facts that their own compactions kept, by class, and tokens that Baton's compaction
 * of the whole session saves.
 */
const SESSIONS = [
  {
    id: "258c7280-ae70-4798-800f-63464d01a85d",
    kept: ["19/28", "4/48", "4/6", "0/2", "1/1"],
    isCalledFor: "spotter-gqc",
  },
  {
    id: "8463c716-a2ea-4c14-9efa-87158ebd9f20",
    kept: ["19/23", "7/27", "1/2", "1/1", "3/3"],
    isCalledFor: "spotter-fum",
  },
];

/**
 * Checks that the loss report works on a host's summaries, and that a real conversation is compacted to half.
 */
export function checkCompactionLosses(checks: Checks, inputs: string): void {
  console.log("\nwhat compactions lost");
  for (const { id, kept, isCalledFor } of SESSIONS) {
    const path = join(inputs, ...FOLDER, `${id}.jsonl`);
    const name = id.slice(0, 8);
    if (!existsSync(path)) {
      checks.skip(name, "it does not exist");
      continue;
    }
    const lines = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    const { messages, compactions } = readClaudeCodeConversation(lines.map((line) => JSON.parse(line)));
    checks.equal(`${name}: compactions`, compactions.length, 1);
    for (const { messagesBefore, summary } of compactions) {
      const figures = lossMetrics(reportLoss(messages.slice(0, messagesBefore), summary ?? ""));
      checks.equal(
        `${name}: kept of ${FACT_CLASSES.join(", ")}`,
        FACT_CLASSES.map((fact) => `${figures[fact].kept}/${figures[fact].total}`),
        kept,
      );
      const { missing } = checkSurvival({ literal: [isCalledFor] }, summary ?? "");
      checks.equal(`${name}: the summary keeps what the session is about`, missing, []);
    }
    const { before_tokens, after_tokens, reaches_goal } = compactConversation(messages, {
      literal: [isCalledFor],
    });
    console.log(`  ${name}: ${before_tokens} tokens, ${after_tokens} compacted by hand`);
    checks.equal(`${name}: half of it is saved`, reaches_goal, true);
  }
}
