import { createHash } from "node:crypto";
import { HandoffRollout } from "@baton/core";
import { type Database, getLivePolicy, getRollout, readPolicyContent } from "@baton/db";
import { z } from "zod";
import { ApiRefusal } from "./api-problem";
import { defineQuery } from "./api-route";

const MAX_WAIT_SECONDS = 60;

/** What an orchestrator obeys. */
export const LivePolicy = z.object({
  version: z
    .string()
    .meta({ description: "The hash of the section and the switch, in hex: what handoffs name." }),
  enabled: z.boolean(),
  observe: z.boolean(),
  policy: z
    .record(z.string(), z.unknown())
    .meta({ description: "The section multi_agent_handoffs, as it was written." }),
  rollout: HandoffRollout,
});
export type LivePolicy = z.infer<typeof LivePolicy>;

export const policyRoute = defineQuery({
  method: "GET",
  path: "/policy",
  summary:
    "The live policy with its switch and the phases. With If-None-Match 304 where it is still the same; with wait as soon as it changes.",
  scopes: ["read", "evaluate"],
  query: z.object({
    wait: z.coerce
      .number()
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .default(0)
      .meta({ description: "Seconds to wait for another policy than the one that If-None-Match names." }),
  }),
  answer: LivePolicy,
  handle: async ({ db, changes }, { workspaceId, query, headers, signal }) => {
    const known = headers.get("if-none-match");
    const end = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, query.wait * 1_000))]);
    let watched = query.wait > 0 && known !== null ? await changes.watch(workspaceId, end) : null;
    for (;;) {
      const current = await readLivePolicy(db, workspaceId);
      if (current === null) {
        // Whoever waits for the first policy waits for any. It may have come while the watch began, so it is looked for again.
        if (query.wait > 0 && watched === null) {
          watched = await changes.watch(workspaceId, end);
          continue;
        }
        if (await watched?.next()) continue;
        throw new ApiRefusal("nothing_published", "No policy was published in this workspace yet.");
      }
      const shared = { etag: current.etag, "cache-control": "private, no-cache", vary: "authorization" };
      if (known === null || !namesTag(known, current.etag)) {
        return new Response(current.text, { headers: { ...shared, "content-type": "application/json" } });
      }
      if (!(await watched?.next())) return new Response(null, { status: 304, headers: shared });
    }
  },
});

/** Null where none was published. */
async function readLivePolicy(
  db: Database,
  workspaceId: string,
): Promise<{ text: string; etag: string } | null> {
  const [live, { rollout }] = await Promise.all([
    getLivePolicy(db, { workspaceId }),
    getRollout(db, { workspaceId }),
  ]);
  const parsed = live && readPolicyContent(live);
  if (!parsed?.ok) return null;
  const { enabled, observe } = parsed.switch;
  const answer: LivePolicy = { version: parsed.version, enabled, observe, policy: parsed.section, rollout };
  const text = JSON.stringify(answer);
  return { text, etag: `"${createHash("sha256").update(text).digest("hex")}"` };
}

/** Whether `If-None-Match` names a tag (RFC 9110, 13.1.2). */
function namesTag(header: string, etag: string): boolean {
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
