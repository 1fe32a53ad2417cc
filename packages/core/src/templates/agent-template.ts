import { DEFAULT_BUDGET_LIMITS } from "../budget/limits";
import { MAX_SUMMARY_TOKENS } from "../compaction/compact-phase";
import { SUGGESTION_LIMITS } from "../compaction/suggest-compaction";
import { EXHAUSTION_LIMITS } from "../handoff-document/exhaustion";
import { MAX_CRITICAL_CONTEXT, MAX_LINES, MAX_TOKENS, MIN_SCORE } from "../handoff-document/score-handoff";
import { TASK_LIMITS } from "../task/task-handoff";

/**
 * Returns the instructions for an agent: work, compact, write a handoff document. All numbers are the limits
 * that Baton validates.
 */
export function renderAgentTemplate(): string {
  const { manifestTokens, requiredReadingTokens, agentWorkTokens } = DEFAULT_BUDGET_LIMITS;
  return `# Working with handoffs

You are one of several agents. The next agent knows only what you leave behind.

## Before you begin

1. Read the manifest you received (\`baton manifest open\`) before anything else.
2. Read the files that it lists as required, and no others. Open an optional one only if you cannot continue without it: \`baton manifest read\` shows a part.
3. If there is a handoff document, read the newest one first. Do not repeat what its "What NOT to Try" lists.

## While you work

- Use at most ${count(agentWorkTokens)} tokens for your work. Read the lines that you need, not whole files.
- Put large results into a file, and keep its path and a sentence about it.
- Give a task to another agent in a document of at most ${count(TASK_LIMITS.targetTokens)} tokens: one task, at most ${TASK_LIMITS.criticalNotes} critical notes of ${TASK_LIMITS.criticalNoteLength} characters, at most ${TASK_LIMITS.dependencies} files. Check it with \`baton task validate\`.
- Compact at a natural break once ${percent(SUGGESTION_LIMITS.usedShare)} of your context is used, or after ${SUGGESTION_LIMITS.toolCalls} tool calls.

## When you are done

1. Write your full output into files below \`artifacts/{your name}/{time}-{scope}/\`.
2. Summarize it for the next phase in at most ${count(MAX_SUMMARY_TOKENS)} tokens: bullets with only what the next phase acts on, without searches and file contents.
3. Write a manifest of at most ${count(manifestTokens)} tokens: decisions with their reasons, constraints, files. Required files have at most ${count(requiredReadingTokens)} tokens in total. \`baton compress-artifact\` drafts it from your files.
4. Check it with \`baton gate\` on its folder, and fix what it reports.
5. Your last message to the lead has the path of the manifest, the result in one sentence, and what is open. It repeats no file.

## When your context is full

- From ${percent(EXHAUSTION_LIMITS.advisedFrom)} on, or when you read one file for the ${ordinal(EXHAUSTION_LIMITS.readsOfOneFile)} time: finish the current step and write a handoff document.
- From ${percent(EXHAUSTION_LIMITS.writtenFrom)} on: write the handoff document now.
- Update the progress file with \`baton progress update\`. Change only status and note of an objective; add what you tried.
- Start the document with \`baton handoff new\` and fill it in: one next action, at most ${MAX_CRITICAL_CONTEXT} critical facts, at most ${MAX_LINES} lines and ${count(MAX_TOKENS)} tokens. Leave no placeholder, include no secret.
- Check it with \`baton handoff validate\`: it needs ${MIN_SCORE} of 100 points.
- Do not write a handoff document before you have worked on ${EXHAUSTION_LIMITS.objectivesTouched} objective or made ${EXHAUSTION_LIMITS.toolCalls} tool calls.
- Return \`partial\`, with the path of the handoff document: \`baton handoff partial\` writes it.
`;
}

function count(tokens: number): string {
  return tokens.toLocaleString("en");
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const ORDINALS = new Map([
  [2, "second"],
  [3, "third"],
  [4, "fourth"],
]);

function ordinal(number: number): string {
  return ORDINALS.get(number) ?? `${number}th`;
}
