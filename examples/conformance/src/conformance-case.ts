import type { HandoffContext, PolicySwitch } from "@baton/core";

/** A chain of agents with their outputs, and the last receiver's context, derived by hand. */
export interface ConformanceCase {
  readonly name: string;
  /** Enforced by default. */
  readonly switch?: PolicySwitch;
  readonly request: Pick<HandoffContext, "observations" | "original_input">;
  /** Agent ID → its output, in the order of the agents. The last of them hands off to `to`. */
  readonly says: Readonly<Record<string, unknown>>;
  readonly to: string;
  readonly receives: HandoffContext;
  /** The event of that handoff; null without one. */
  readonly event: {
    readonly handoff_mode: string;
    readonly governance_rule_id: string | null;
    readonly scoping_state: string;
    readonly fields_filtered: readonly string[];
  } | null;
}
