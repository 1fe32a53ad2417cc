import { createHash } from "node:crypto";
import type { Database } from "@baton/db";
import type { FoundLeak } from "@baton/db/write";
import { toStorableText } from "@baton/server/storable-text";
import { createNotification } from "../notification/create-notification";

/** Leaks of older handoffs come from imports, and are not reported. */
const MAX_AGE_MILLISECONDS = 24 * 3_600_000;
/** Names come from logs and have any length. */
const MAX_NAME_LENGTH = 200;

/** The parts of a leak that a notification contains. */
interface LeakNews {
  handoff: Pick<FoundLeak["handoff"], "fromAgent" | "toAgent" | "sessionId" | "place">;
  leak: Pick<FoundLeak["leak"], "name" | "field">;
}

/** Notifies of recent leaks: once a day for each field and pair of agents, however many sessions leak it. */
export async function notifyLeaks(
  tx: Database,
  { workspaceId, leaks, now }: { workspaceId: string; leaks: readonly LeakNews[]; now: number },
): Promise<void> {
  for (const { handoff, leak } of leaks) {
    const { fromAgent, toAgent, sessionId, place } = handoff;
    if (place.occurredAt < now - MAX_AGE_MILLISECONDS) continue;
    const day = new Date(place.occurredAt).toISOString().slice(0, 10);
    const digest = createHash("sha256").update(JSON.stringify([fromAgent, toAgent, leak.name]));
    const [from, to, field] = [fromAgent, toAgent, leak.field].map(shortenName);
    await createNotification(tx, {
      workspaceId,
      key: `leak.found ${day} ${digest.digest("hex")}`,
      kind: "leak.found",
      subject: `${field} leaked to ${to}`,
      // An erasure finds the agents by their names in quotes.
      body: `The policy blocks this field for "${to}". It arrived in a handoff from "${from}". Baton reports each field and pair once a day.`,
      page: `sessions/${encodeURIComponent(toStorableText(sessionId))}`,
    });
  }
}

function shortenName(name: string): string {
  return toStorableText(name.slice(0, MAX_NAME_LENGTH));
}
