import type { HandoffContext, PolicySwitch } from "@baton/core";

/** A chain of agents with what each of them says, and what the last one gets, worked out by hand. */
export interface ConformanceCase {
  readonly name: string;
  /** Enforced where it is not given. */
  readonly switch?: PolicySwitch;
  readonly request: Pick<HandoffContext, "observations" | "original_input">;
  /** Agent id → its output, in the order in which they run. The last of them hands over to `to`. */
  readonly says: Readonly<Record<string, unknown>>;
  readonly to: string;
  readonly receives: HandoffContext;
  /** Of the event of that handoff; null where there is none. */
  readonly event: {
    readonly handoff_mode: string;
    readonly governance_rule_id: string | null;
    readonly scoping_state: string;
    readonly fields_filtered: readonly string[];
  } | null;
}
