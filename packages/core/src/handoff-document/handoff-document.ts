import { z } from "zod";

/** The six sections of a handoff document, in the order in which a successor needs them. */
export const HANDOFF_SECTIONS = [
  "nextAction",
  "currentState",
  "decisions",
  "failedApproaches",
  "criticalContext",
  "references",
] as const;
export type HandoffSection = (typeof HANDOFF_SECTIONS)[number];

/** Headings of Baton's own form. */
export const SECTION_HEADINGS: Readonly<Record<HandoffSection, string>> = {
  nextAction: "Immediate Next Action",
  currentState: "Current State",
  decisions: "Key Decisions Made",
  failedApproaches: "What NOT to Try",
  criticalContext: "Critical Context",
  references: "References",
};

/**
 * YAML front matter. Every scalar is text as written, so that a commit such as `1234567` does not become a
 * number. Keeps unknown keys.
 */
export const HandoffFrontMatter = z.looseObject({
  task: z.string().optional(),
  phase: z.string().optional(),
  /** ISO 8601. */
  created_at: z.string().optional(),
  commit: z.string().optional(),
  branch: z.string().optional(),
  /** The previous handoff document: a path next to this one, or from the project root. */
  predecessor: z.string().optional(),
});
export type HandoffFrontMatter = z.infer<typeof HandoffFrontMatter>;

/** A choice and its reason. `rationale` is null without one. */
const KeyDecision = z.strictObject({ decision: z.string(), rationale: z.string().nullable() });

/** A failed approach and its reason. `reason` is null without one. */
const FailedApproach = z.strictObject({ approach: z.string(), reason: z.string().nullable() });

/**
 * Notes of an agent for the next one. All texts are Markdown as in the document. A section is null if the
 * document lacks it, and an empty list if it reports nothing.
 */
export const HandoffDocument = z.strictObject({
  frontMatter: HandoffFrontMatter,
  title: z.string().nullable(),
  /** Text between the title and the first section. */
  preamble: z.string().nullable(),
  nextAction: z.string().nullable(),
  currentState: z.string().nullable(),
  decisions: z.array(KeyDecision).nullable(),
  failedApproaches: z.array(FailedApproach).nullable(),
  criticalContext: z.array(z.string()).nullable(),
  references: z.array(z.string()).nullable(),
  /** Other sections, in order. */
  otherSections: z.array(z.strictObject({ heading: z.string(), text: z.string() })),
});
export type HandoffDocument = z.infer<typeof HandoffDocument>;

/** An empty document to fill in. */
export const EMPTY_HANDOFF_DOCUMENT: HandoffDocument = {
  frontMatter: {},
  title: null,
  preamble: null,
  nextAction: null,
  currentState: null,
  decisions: null,
  failedApproaches: null,
  criticalContext: null,
  references: null,
  otherSections: [],
};
