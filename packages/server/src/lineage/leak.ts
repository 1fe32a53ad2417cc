import type { Cause } from "@baton/core";

/** Evidence that a field is one blocked for the agent earlier, the best first. */
export const LEAK_EVIDENCES = ["same_field", "same_text", "same_name"] as const;
export type LeakEvidence = (typeof LEAK_EVIDENCES)[number];

/** Place of a handoff in its session and family of sessions, which also identifies it. */
export interface HandoffPlace {
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly sourceFileId: number;
  readonly generation: number;
  readonly sequence: number;
  readonly ordinal: number;
}

/** Orders handoffs as their session does: negative if `a` comes first, 0 for the same handoff. */
export function comparePlaces(a: HandoffPlace, b: HandoffPlace): number {
  return (
    a.occurredAt - b.occurredAt ||
    a.sourceFileId - b.sourceFileId ||
    a.sequence - b.sequence ||
    a.ordinal - b.ordinal ||
    a.generation - b.generation
  );
}

/** A handoff that blocked a field for its receiver. */
export interface Block {
  readonly place: HandoffPlace;
  readonly sessionId: string;
  readonly eventId: string;
  readonly fromAgent: string;
  readonly ruleId: string | null;
  /** The cause of removal, which may come before the block; null if the field passed despite the block. */
  readonly cause: Cause | null;
  readonly isRemoved: boolean;
}

/** A place in a context at which a blocked field reached its receiver. Sizes are in tokens. */
export interface LeakedPath {
  readonly path: string;
  readonly tokens: number;
  readonly by: LeakEvidence;
}

/** A blocked field that reached its receiver by another way, at one handoff. */
export interface Leak {
  /** The folded name of the blocked field, at most {@link MAX_NAME_LENGTH} characters. */
  readonly name: string;
  /** The name as the earliest block has it. */
  readonly field: string;
  /** The best evidence of all places. */
  readonly by: LeakEvidence;
  readonly tokens: number;
  /** At least one, in the order of the outline. */
  readonly places: readonly LeakedPath[];
  /** The earliest handoff that blocked it. */
  readonly block: Block;
}

/** Longer names are cut: they are keys of an index. */
export const MAX_NAME_LENGTH = 200;
