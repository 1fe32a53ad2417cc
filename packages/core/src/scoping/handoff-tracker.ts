/**
 * Keeps the agent that the next handoff of a session comes from: the last one that completed. An agent that
 * failed, or did not finish, hands nothing over, and the one before it stays the source.
 */
export class HandoffTracker {
  #source: string | null = null;

  /** The id of the last agent that completed; null before the first. */
  get source(): string | null {
    return this.#source;
  }

  /** Records how an agent's work ended. */
  record(agentId: string, outcome: "completed" | "failed"): void {
    if (outcome === "completed") this.#source = agentId;
  }
}
