/** Meaning of a span: a model call, the run of an agent or of a workflow, and so on. */
export type SpanRole = "agent" | "workflow" | "model" | "tool" | "handoff" | "step";

/** Text attributes that Baton reads. */
export type TextField =
  | "agent"
  /** Names an agent only on the agent's own span; on others it has another meaning. */
  | "ownName"
  | "session"
  | "model"
  | "responseId"
  | "tool"
  | "handoffFrom"
  | "handoffTo"
  /** The messages that an agent was given. */
  | "input";

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
  /**
   * Set if spans may lack the kind: then a span with an attribute of this prefix follows the convention too.
   */
  prefix?: string;
  /**
   * Set for a library that extends another convention and shares its kind attribute: a span follows it if one
   * of these attributes has the value.
   */
  writer?: { keys: readonly string[]; value: string };
  /** The supported kinds. A span of any other kind counts as unrecognized. */
  roles: ReadonlyMap<string, SpanRole>;
  texts: Readonly<Partial<Record<TextField, readonly string[]>>>;
  counts: Readonly<Partial<Record<CountField, readonly string[]>>>;
  /** The flag of a call after a compaction of the conversation. */
  compactedKey?: string;
}
