import { createHash } from "node:crypto";
import { HandoffRollout } from "@baton/core";
import { type Database, getRollout } from "@baton/db";
import { z } from "zod";
import { ApiRefusal } from "./api-problem";
import { type ApiContext, type ApiRequest, defineQuery } from "./api-route";
import { findLivePolicy } from "./live-policy";

const MAX_WAIT_SECONDS = 60;

/** What an orchestrator obeys. */
const PolicyAnswer = z.object({
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

const PolicyQuery = z.strictObject({
  wait: z.coerce
    .number()
    .min(0)
    .max(MAX_WAIT_SECONDS)
    .default(0)
    .meta({ description: "Seconds to wait for another policy than the one that If-None-Match names." }),
});

export const policyRoute = defineQuery({
  method: "GET",
  path: "/policy",
  summary:
    "The live policy with its switch and the phases. With If-None-Match 304 where it is still the same; with wait as soon as it changes.",
  scopes: ["read", "evaluate"],
  query: PolicyQuery,
  answer: PolicyAnswer,
  handle: async (context, request) => {
    // Whoever was answered waits no longer, and leaves the place to others.
    const waiting = new AbortController();
    // A timer, and no signal of one: a signal that others are made of is
    // forgotten by Node 20 before its time has come.
    const late = setTimeout(() => waiting.abort(), Math.ceil(request.query.wait * 1_000));
    try {
      return await answer(context, request, waiting.signal);
    } finally {
      clearTimeout(late);
      waiting.abort();
    }
  },
});

async function answer(
  { db, changes }: ApiContext,
  {
    workspaceId,
    query: { wait },
    headers,
    signal,
    readmit,
  }: ApiRequest<z.output<typeof PolicyQuery>, undefined>,
  waiting: AbortSignal,
): Promise<Response> {
  const known = headers.get("if-none-match");
  const watch = () => changes.watch(workspaceId, AbortSignal.any([signal, waiting]));
  let watched = wait > 0 && known !== null ? await watch() : null;
  /** Waits for a change. A key that was revoked in the meantime is not told of it. */
  const hasChanged = async () => {
    if (watched === null || !(await watched.next())) return false;
    await readmit();
    return true;
  };
  for (;;) {
    const current = await readLivePolicy(db, workspaceId);
    if (current === null) {
      // Whoever waits for the first policy waits for any. It may have come while
      // the watch began, so it is looked for again.
      if (wait > 0 && watched === null) {
        watched = await watch();
        continue;
      }
      if (await hasChanged()) continue;
      throw new ApiRefusal("nothing_published", "No policy was published in this workspace yet.");
    }
    const shared = { etag: current.etag, "cache-control": "private, no-cache", vary: "authorization" };
    if (known === null || !namesTag(known, current.etag)) {
      return new Response(current.text, { headers: { ...shared, "content-type": "application/json" } });
    }
    if (!(await hasChanged())) return new Response(null, { status: 304, headers: shared });
  }
}

/** Null where none was published. */
async function readLivePolicy(
  db: Database,
  workspaceId: string,
): Promise<{ text: string; etag: string } | null> {
  const [live, { rollout }] = await Promise.all([
    findLivePolicy(db, workspaceId),
    getRollout(db, { workspaceId }),
  ]);
  if (!live?.ok) return null;
  const { enabled, observe } = live.switch;
  const { version, section: policy } = live;
  const said: z.infer<typeof PolicyAnswer> = { version, enabled, observe, policy, rollout };
  const text = JSON.stringify(said);
  return { text, etag: `"${createHash("sha256").update(text).digest("hex")}"` };
}

/** Whether `If-None-Match` names a tag (RFC 9110, 13.1.2). */
function namesTag(header: string, etag: string): boolean {
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
