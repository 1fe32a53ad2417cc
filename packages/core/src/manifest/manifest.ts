import { z } from "zod";
import { plainJson } from "../scoping/plain-json";
import { countTokens } from "../tokens/count-tokens";

export const ARTIFACT_TYPES = ["research", "plan", "implementation", "handoff"] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** Bytes of a manifest as a file; one of the largest size that is allowed has some ten thousand. */
export const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Maximum values of a document (`findJsonExcess`): the largest allowed one has two thousand tokens. */
export const MAX_MANIFEST_VALUES = 20_000;

/** Known agents by default; a manifest of another one gets a warning. */
export const DEFAULT_AGENT_REGISTRY: readonly string[] = [
  "top-down-analyzer",
  "bottom-up-analyzer",
  "systems-architect",
  "backend-architect",
  "frontend-developer",
  "security-auditor",
  "infrastructure-specialist",
];

/**
 * Text of at most `limit` code points. zod's `max` counts UTF-16 units, JSON Schema's `maxLength` code
 * points, so they are handled separately.
 */
function textUpTo(limit: number) {
  return z
    .string()
    .refine((text) => text.length <= limit || [...text].length <= limit, {
      error: ({ input }) => `the text has ${[...String(input)].length} characters, at most ${limit} fit`,
    })
    .meta({ maxLength: limit });
}

function atMost<Item extends z.ZodType>(item: Item, limit: number, what: string) {
  return z.array(item).max(limit, {
    error: ({ input }) =>
      `there are ${Array.isArray(input) ? input.length : "more"} ${what}, at most ${limit} fit`,
  });
}

/** An agent ID that is valid in a path. */
const AgentName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, {
    error: "an agent's id has 1 to 128 letters, digits, `.`, `_` or `-`, and begins with a letter or digit",
  })
  .describe("Agent that produced this artifact");

export const KeyDecision = z.looseObject({ decision: textUpTo(100), rationale: textUpTo(200) });
export type KeyDecision = z.infer<typeof KeyDecision>;

export const FileReference = z.looseObject({
  file: z.string().describe("Path below artifacts_directory; in optional_context it may be a glob"),
  description: textUpTo(100),
});
export type FileReference = z.infer<typeof FileReference>;

/** Calculated when a manifest is saved, and never trusted when one is read. Sizes are in tokens. */
export const ContextBudget = z
  .looseObject({
    manifest_tokens: z.int().nonnegative().optional(),
    required_reading_tokens: z.int().nonnegative().optional(),
    total_available_tokens: z.int().nonnegative().optional(),
  })
  .describe("Token usage tracking");

/** Results of an analysis. An overview has at most 3 sentences. */
const ResearchSummary = z.looseObject({
  system_overview: z.string().optional(),
  key_insights: atMost(z.string(), 5, "insights").optional(),
  constraints: atMost(z.string(), 5, "constraints").optional(),
  risks: atMost(z.string(), 3, "risks").optional(),
});

/** Planned changes. A strategy is one sentence. */
const PlanSummary = z.looseObject({
  strategy: z.string().optional(),
  approach: z.string().optional(),
});

/** Results of an implementation. Here `files_created` is a count; the manifest itself lists the paths. */
const ImplementationSummary = z.looseObject({
  files_created: z.int().nonnegative().optional(),
  total_lines: z.int().nonnegative().optional(),
  languages: z.array(z.string()).optional(),
  key_files: atMost(z.string(), 5, "key files").optional(),
});

const KeyDecisions = atMost(KeyDecision, 5, "decisions").describe("Critical decisions made");

/** Fields of every manifest. */
const COMMON_FIELDS = {
  from_agent: AgentName,
  to_agents: z.array(z.string()).optional().describe("Agents that will consume this artifact"),
  timestamp: z.iso
    .datetime({ offset: true, error: "a date and time of RFC 3339 is needed, such as 2026-01-31T10:30:00Z" })
    .describe("RFC 3339 date and time"),
  scope: textUpTo(100).describe("One-sentence description of scope"),
  key_decisions: KeyDecisions.optional(),
  files_created: z.array(z.string()).optional().describe("List of files created"),
  dependencies_satisfied: z
    .array(z.string())
    .optional()
    .describe("References to prior artifacts this depends on, each `agent: requirement`"),
  required_reading: atMost(FileReference, 3, "files of required reading")
    .optional()
    .describe("Files next agent MUST read"),
  optional_context: z.array(FileReference).optional().describe("Files available for additional context"),
  artifacts_directory: z.string().describe("Directory containing full artifacts, below the project's root"),
  detail_files: z
    .array(z.string())
    .optional()
    .describe("Detail files in the artifacts directory; globs are allowed"),
  context_budget: ContextBudget.optional(),
};

const ResearchManifest = z.looseObject({
  ...COMMON_FIELDS,
  artifact_type: z.literal("research"),
  summary: ResearchSummary,
});
const PlanManifest = z.looseObject({
  ...COMMON_FIELDS,
  artifact_type: z.literal("plan"),
  summary: PlanSummary,
});
export const ImplementationManifest = z.looseObject({
  ...COMMON_FIELDS,
  artifact_type: z.literal("implementation"),
  summary: ImplementationSummary,
  key_decisions: atMost(KeyDecision, 3, "decisions").optional().describe("Critical decisions made"),
});
const PlainManifest = z.looseObject({
  ...COMMON_FIELDS,
  artifact_type: z.literal("handoff"),
  summary: z.looseObject({}),
});

/** Schema of any manifest, used if its type is unknown. */
export const ManifestOfAnyType = z.looseObject({
  ...COMMON_FIELDS,
  artifact_type: z.enum(ARTIFACT_TYPES),
  summary: z.looseObject({}),
});

/**
 * A summary that an agent passes instead of its full artifacts (`manifest.json`), with the keys of its own
 * protocol. Keeps unknown keys. The published JSON Schema is generated from this definition.
 */
export const HandoffManifest = z
  .discriminatedUnion("artifact_type", [
    ResearchManifest,
    PlanManifest,
    ImplementationManifest,
    PlainManifest,
  ])
  .meta({
    title: "HandoffManifest",
    description: "Summary that an agent passes to the next one instead of its full artifacts",
  });
export type HandoffManifest = z.infer<typeof HandoffManifest>;

/**
 * Returns the size of a manifest in tokens (`cl100k_base`): its compact JSON in key order, without
 * `context_budget`, which contains this number.
 *
 * @param document parsed JSON of any kind; never changed.
 * @throws like {@link compactJson}.
 */
export function manifestTokens(document: unknown): number {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    return countTokens(compactJson(document));
  }
  const { context_budget, ...counted }: { context_budget?: unknown } = document;
  return countTokens(compactJson(counted));
}

/**
 * Returns a document as JSON without white space, at any depth.
 *
 * @param document parsed JSON.
 * @throws ScopingError if it is some thousand levels deep and has more than 5,000,000 pieces.
 */
export function compactJson(document: unknown): string {
  try {
    return JSON.stringify(document);
  } catch (error) {
    if (error instanceof RangeError) return plainJson(document);
    throw error;
  }
}
