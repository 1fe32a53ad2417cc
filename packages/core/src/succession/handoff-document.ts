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

/** The headings of our own form. */
export const SECTION_HEADINGS: Readonly<Record<HandoffSection, string>> = {
  nextAction: "Immediate Next Action",
  currentState: "Current State",
  decisions: "Key Decisions Made",
  failedApproaches: "What NOT to Try",
  criticalContext: "Critical Context",
  references: "References",
};

/**
 * What stands in YAML before the Markdown. Every scalar is text, as it was written, so that a commit such as
 * `1234567` is not taken for a number. Keys that are not known stay.
 */
export const HandoffFrontMatter = z.looseObject({
  task: z.string().optional(),
  phase: z.string().optional(),
  /** ISO 8601. */
  created_at: z.string().optional(),
  commit: z.string().optional(),
  branch: z.string().optional(),
  /** The handoff document before this one: a path beside it, or from the project's root. */
  predecessor: z.string().optional(),
});
export type HandoffFrontMatter = z.infer<typeof HandoffFrontMatter>;

/** A choice and why it was made. `rationale` is null where none is given. */
const KeyDecision = z.strictObject({ decision: z.string(), rationale: z.string().nullable() });

/** What was tried and why it failed. `reason` is null where none is given. */
const FailedApproach = z.strictObject({ approach: z.string(), reason: z.string().nullable() });

/**
 * What an agent writes for its successor. All texts are Markdown, as they stand in the
 * document. A section is null where the document does not have it, and an empty list where
 * it says that there is nothing of that kind.
 */
export const HandoffDocument = z.strictObject({
  frontMatter: HandoffFrontMatter,
  title: z.string().nullable(),
  /** What stands between the title and the first section. */
  preamble: z.string().nullable(),
  nextAction: z.string().nullable(),
  currentState: z.string().nullable(),
  decisions: z.array(KeyDecision).nullable(),
  failedApproaches: z.array(FailedApproach).nullable(),
  criticalContext: z.array(z.string()).nullable(),
  references: z.array(z.string()).nullable(),
  /** Sections of other names, in their order. */
  otherSections: z.array(z.strictObject({ heading: z.string(), text: z.string() })),
});
export type HandoffDocument = z.infer<typeof HandoffDocument>;

/** A document that says nothing yet, to fill in. */
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
