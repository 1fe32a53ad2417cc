import type { FieldStep } from "./field-step";
import type { OutlinedHandoff } from "./outlined-handoff";

/** Possession of the field by an agent. `unknown`: a handoff to it has no outline, or an incomplete one. */
export const POSSESSIONS = ["wrote", "received", "in_summary", "no", "unknown"] as const;
export type Possession = (typeof POSSESSIONS)[number];

export interface FieldHolder {
  readonly agent: string;
  readonly possession: Possession;
  /** The first handoff that leaked it to this agent, for which it is blocked; null if none did. */
  readonly leak: Pick<FieldStep, "number" | "eventId"> | null;
  /**
   * The handoff at which the agent first got the field, or was first refused it; null if it wrote it or never
   * encountered it.
   */
  readonly number: number | null;
  readonly eventId: string | null;
  /**
   * The first handoff that passed it another agent's field, even if it wrote one too; null if there is none.
   */
  readonly received: Pick<FieldStep, "number" | "eventId"> | null;
}

/**
 * Finds the agents of a session that have ever had a field.
 *
 * @param steps            steps of the field, in the order of the handoffs.
 * @param unknownReceivers receivers of a handoff whose outline cannot show whether it held the field.
 */
export function findHolders(
  handoffs: readonly OutlinedHandoff[],
  steps: readonly FieldStep[],
  unknownReceivers: ReadonlySet<string>,
): FieldHolder[] {
  const holders = new Map<string, Reached>();
  const reachedBy = (agent: string) => {
    const known = holders.get(agent) ?? {
      wrote: false,
      received: null,
      summary: null,
      taken: null,
      leak: null,
    };
    holders.set(agent, known);
    return known;
  };
  for (const { fromAgent, toAgent } of handoffs) {
    reachedBy(fromAgent);
    reachedBy(toAgent);
  }
  for (const step of steps) {
    const writer = step.source.kind === "output" && step.match !== "name" ? step.source.name : null;
    if (writer !== null) reachedBy(writer).wrote = true;
    const reached = reachedBy(step.toAgent);
    if (step.leak !== null) reached.leak ??= step;
    // An agent does not receive its own output.
    if (writer === step.toAgent) continue;
    if (step.has === "yes") reached.received ??= step;
    else if (step.has === "in_summary") reached.summary ??= step;
    else reached.taken ??= step;
  }
  return [...holders].map(([agent, reached]) => toHolder(agent, reached, unknownReceivers.has(agent)));
}

/** The first handoffs at which an agent met the field, by outcome. */
interface Reached {
  wrote: boolean;
  received: FieldStep | null;
  summary: FieldStep | null;
  taken: FieldStep | null;
  leak: FieldStep | null;
}

function toHolder(agent: string, reached: Reached, isUnknown: boolean): FieldHolder {
  const { wrote, received, summary, taken, leak } = reached;
  const met = wrote ? null : (received ?? summary ?? taken);
  const possession = wrote
    ? "wrote"
    : received
      ? "received"
      : summary
        ? "in_summary"
        : isUnknown
          ? "unknown"
          : "no";
  return {
    agent,
    possession,
    leak: leak && { number: leak.number, eventId: leak.eventId },
    number: met?.number ?? null,
    eventId: met?.eventId ?? null,
    received: received && { number: received.number, eventId: received.eventId },
  };
}
