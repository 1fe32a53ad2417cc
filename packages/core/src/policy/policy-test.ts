import { z } from "zod";
import { parseFieldPattern } from "../scoping/field-pattern";
import { AgentId } from "../session/agent-id";
import { HANDOFF_MODES } from "./handoff-mode";
import { objectIgnoringNulls } from "./rule-agent";

/** Tests of one policy: more would make publishing slow. */
const MAX_TESTS = 500;
const MAX_PLACES = 1_000;

const Places = z.array(z.string().min(1).max(10_000)).max(MAX_PLACES).default([]);

/** Expected result of a handoff. `absent` and `present` are field patterns, for texts and messages literal texts. */
const Expectation = objectIgnoringNulls({
  absent: Places,
  present: Places,
  mode: z.enum(HANDOFF_MODES).optional(),
  /** True if a content rule must refuse the handoff. */
  refused: z.boolean().optional(),
}).refine(
  ({ absent, present, mode, refused }) =>
    absent.length + present.length > 0 || mode !== undefined || refused !== undefined,
  "expects nothing: add `absent`, `present`, `mode` or `refused`",
);

/**
 * A test of a policy: a handoff, and what must and must not pass. It has one of `context`, `messages` and `text`; a
 * text is the output of the sender.
 */
export const PolicyTest = objectIgnoringNulls({
  name: z.string().min(1).max(200),
  from: AgentId,
  to: AgentId,
  context: z.record(z.string(), z.unknown()).optional(),
  messages: z.array(z.unknown()).optional(),
  text: z.string().optional(),
  expect: Expectation,
}).superRefine(({ context, messages, text, expect }, { addIssue }) => {
  const inputs = [context, messages, text].filter((input) => input !== undefined);
  if (inputs.length !== 1)
    addIssue({ code: "custom", message: "needs one of `context`, `messages` and `text`" });
  if (context === undefined) return;
  for (const list of ["absent", "present"] as const) {
    for (const [index, place] of expect[list].entries()) {
      const parsed = parseFieldPattern(place);
      if (parsed.ok) continue;
      const message = `is not a valid field pattern: ${parsed.reason}`;
      addIssue({ code: "custom", path: ["expect", list, index], message });
    }
  }
});
export type PolicyTest = z.infer<typeof PolicyTest>;

export const PolicyTests = z.array(PolicyTest).max(MAX_TESTS).default([]);
