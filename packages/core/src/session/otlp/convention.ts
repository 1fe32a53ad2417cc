/** What a span stands for: one call of a model, the run of an agent or of a workflow, and so on. */
export type SpanRole = "agent" | "workflow" | "model" | "tool" | "handoff" | "step";

/** What Baton takes from a span's attributes as text. */
export type TextField =
  | "agent"
  /** Names an agent on the agent's own span alone; on others it names something else. */
  | "ownName"
  | "session"
  | "model"
  | "responseId"
  | "tool"
  | "handoffFrom"
  | "handoffTo";

/**
 * What Baton takes as a count, in tokens. Input includes what was read from and written to a cache, and output
 * includes reasoning.
 */
export type CountField =
  | "inputTokens"
  | "outputTokens"
  | "cacheReadTokens"
  | "cacheWriteTokens"
  | "reasoningTokens";

/**
 * The attributes by which one convention says what a span is. Each field has the names of its
 * attributes, the preferred one first: conventions rename them from one version to the next.
 */
export interface Convention {
  name: string;
  /** The attribute that names the kind of span; a span that has it follows the convention. */
  kindKey: string;
  /** Set where spans may lack the kind: one that has an attribute of this prefix follows the convention too. */
  prefix?: string;
  /** The kinds that Baton knows. A span of any other kind is counted as unrecognized. */
  roles: ReadonlyMap<string, SpanRole>;
  texts: Readonly<Partial<Record<TextField, readonly string[]>>>;
  counts: Readonly<Partial<Record<CountField, readonly string[]>>>;
  /** The flag that says that the conversation was compacted before this call. */
  compactedKey?: string;
}
