/** Meaning of a span: a model call, the run of an agent or of a workflow, and so on. */
export type SpanRole = "agent" | "workflow" | "model" | "tool" | "handoff" | "step";

/** Text attributes that Baton reads. */
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

/** Token counts that Baton reads. Input includes cache reads and writes, output includes reasoning. */
export type CountField =
  | "inputTokens"
  | "outputTokens"
  | "cacheReadTokens"
  | "cacheWriteTokens"
  | "reasoningTokens";

/**
 * The attributes of a convention. Each field lists its attribute names, preferred first, because conventions
 * rename them between versions.
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
