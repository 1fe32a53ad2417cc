import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  compressTaskHandoff,
  isVagueNote,
  parseInterface,
  TaskHandoff,
  validateTaskHandoff,
} from "@baton/core/task";
import type { Checks } from "./checks";
import { readLabelledTexts } from "./labelled-texts";
import { checkClassifier } from "./measure-classifier";

/** The protocol of task handoffs with examples, next to the folder of real inputs. */
const PROTOCOL = join("..", "seeds", "structured-handoff-protocol.md");

/**
 * Checks that the examples of the protocol are valid, and that the word-based classifiers agree with people's
 * labels.
 */
export function checkTasks(checks: Checks, inputs: string): void {
  console.log("\ntask handoffs");
  checkExamples(checks, join(inputs, PROTOCOL));
  checkLabels(checks, inputs, { table: "vague-note", yes: "vague", check: isVagueNote });
  checkLabels(checks, inputs, {
    table: "implementation-in-interface",
    yes: "implementation",
    check: (text) => !parseInterface(text).ok,
  });
}

function checkExamples(checks: Checks, path: string): void {
  if (!existsSync(path)) {
    checks.skip("examples of the protocol", "the page is not there");
    return;
  }
  const blocks = readFileSync(path, "utf8").matchAll(/```json\n([\s\S]*?)```/g);
  const examples = [...blocks].map(([, json = ""]) => TaskHandoff.parse(JSON.parse(json)));
  checks.equal("examples of the protocol", examples.length, 4);
  for (const example of examples) {
    checks.equal(`findings of ${example.taskId}`, validateTaskHandoff(example), []);
    const { handoff, compression } = compressTaskHandoff(example);
    const { before, after } = compression.handoff;
    console.log(`  ${example.taskId}: ${before} tokens, ${after} compressed`);
    checks.equal(`findings of ${example.taskId}, compressed`, validateTaskHandoff(handoff), []);
  }
}

interface PolicyCheck {
  /** The name of the table of labels, and of the finding. */
  table: string;
  /** The label for a positive example. */
  yes: string;
  check(text: string): boolean;
}

function checkLabels(checks: Checks, inputs: string, { table, yes, check }: PolicyCheck): void {
  const examples = readLabelledTexts(table, inputs).map(({ place, text, label }) => ({
    name: place,
    label: label === yes,
    checked: check(text),
  }));
  if (examples.length > 0) checkClassifier(checks, table, examples);
  else checks.skip(table, "its texts are not there");
}
