/**
 * Tracks the sender of the next handoff in a session: the last agent that completed. An agent that failed or
 * did not finish sends nothing, so the previous one stays the sender.
 */
export class HandoffTracker {
  #source: string | null = null;

  /** The ID of the last agent that completed; null before the first. */
  get source(): string | null {
    return this.#source;
  }

  /** Records how an agent's work ended. */
  record(agentId: string, outcome: "completed" | "failed"): void {
    if (outcome === "completed") this.#source = agentId;
  }
}
