import { EXHAUSTION_LIMITS, partialResult } from "../handoff-document/exhaustion";
import { LARGE_TOKENS } from "../handoff-document/offload";

/**
 * Returns text for the prompt of a teammate agent, so that it hands off its work before its context is full.
 */
export function renderTeammateTemplate(): string {
  const result = partialResult("handoffs/phase-1-handoff.md", EXHAUSTION_LIMITS.writtenFrom, {
    completed: 0,
    total: 1,
  });
  return `## Your context

- Begin with the handoff index if there is one; do not read earlier reports, plans or outputs in full.
- Put a tool result of more than ${LARGE_TOKENS.toLocaleString("en")} tokens into a file, and keep its path and its first lines.
- Read ranges of lines, not whole files. Instead of reading a file a third time, write a handoff document.

## When it fills up

At ${Math.round(EXHAUSTION_LIMITS.advisedFrom * 100)} % finish the current step; at ${Math.round(EXHAUSTION_LIMITS.writtenFrom * 100)} % stop:

1. Update the progress file: status and note of your objectives, and what you tried.
2. Fill in the handoff document (\`baton template handoff\`) and check it with \`baton handoff validate\`.
3. Mark the phase's result file as partial.
4. Return this, with the path of your document, so that a successor can start from it:

\`\`\`json
${JSON.stringify(result, null, 2)}
\`\`\`
`;
}
