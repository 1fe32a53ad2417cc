import { createHash } from "node:crypto";
import { HandoffRollout } from "@baton/core/manifest";
import { ReleaseStage } from "@baton/core/policy";
import { type ApiKeyScope, type Database, getRollout } from "@baton/db";
import { authenticate, Refusal } from "@baton/http";
import { createRoute, z } from "@hono/zod-openapi";
import { ClientRegister, readAskingClient } from "./client-register";
import { type Api, type ApiContext, guardedBy, responses } from "./create-api";
import { findLivePolicy, type LivePolicy } from "./live-policy";

const PublishedVersion = z.object({
  version: z
    .string()
    .meta({ description: "SHA-256 of the section and the switch, in hex. Handoffs refer to it." }),
  enabled: z.boolean(),
  observe: z.boolean(),
  policy: z
    .record(z.string(), z.unknown())
    .meta({ description: "The multi_agent_handoffs section as written." }),
});

/** The policy an orchestrator applies. */
const PolicyAnswer = PublishedVersion.extend({
  rollout: HandoffRollout,
  candidate: PublishedVersion.extend({
    release: ReleaseStage.meta({ description: "The handoffs that it decides instead of the live policy." }),
  })
    .optional()
    .meta({ description: "A version that is released in steps; absent without one." }),
});

const PolicyQuery = z.strictObject({
  wait: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0)
    .meta({ description: "Seconds to wait for a policy other than the one in If-None-Match." }),
});

const clients = new ClientRegister();

const SCOPES: readonly ApiKeyScope[] = ["read", "evaluate"];

export function addPolicyRoute(api: Api, context: ApiContext): void {
  const { db, changes } = context;
  const route = createRoute({
    ...guardedBy(context, SCOPES),
    method: "get",
    path: "/policy",
    operationId: "getPolicy",
    tags: ["policy"],
    summary: "The live policy with its switch, and the settings of manifests",
    description:
      "With If-None-Match: 304 if policy and settings are unchanged. With `wait`: responds as soon as they change. The headers Baton-Client, Baton-Instance and Baton-Policy-Version name the client and the policy that it uses. Without a published policy: 404 with `rollout`.",
    request: { query: PolicyQuery },
    responses: { ...responses(PolicyAnswer), 304: { description: "The policy is unchanged." } },
  });
  api.openapi(route, async (c) => {
    const { wait } = c.req.valid("query");
    const key = c.get("key");
    const { workspaceId } = key;
    const client = readAskingClient(c.req.header());
    if (client.policyVersion !== undefined) await clients.record(db, key, client, client.policyVersion);
    const known = c.req.header("if-none-match");
    const waiting = new AbortController();
    // Not AbortSignal.timeout: Node 20 collects such a signal when others are derived from it.
    const late = setTimeout(() => waiting.abort(), Math.ceil(wait * 1_000));
    const ended = AbortSignal.any([c.req.raw.signal, waiting.signal]);
    try {
      let watch = wait > 0 && known !== undefined ? await changes.watch(workspaceId, ended) : null;
      // Without a policy, a change of the settings ends the wait: the refusal carries them.
      let seen = known;
      for (;;) {
        const { current, rollout, etag } = await readLivePolicy(db, workspaceId);
        if (current && (known === undefined || !namesTag(known, etag))) {
          await clients.record(db, key, client, current.version);
          return c.json(current, 200, headersOf(etag));
        }
        seen ??= etag;
        const isNews = !current && !namesTag(seen, etag);
        if (!current && wait > 0 && watch === null) {
          // The first policy may have come while the watch began: look again.
          watch = await changes.watch(workspaceId, ended);
          continue;
        }
        if (watch && !isNews && (await watch.next())) {
          // The key may have been revoked meanwhile.
          await authenticate(db, c.req.header("authorization"), SCOPES);
          continue;
        }
        if (current) {
          if (client.policyVersion === undefined) await clients.record(db, key, client, current.version);
          return c.body(null, 304, headersOf(etag));
        }
        const message = "This workspace has no published policy yet.";
        const headers = { etag };
        throw new Refusal(404, "nothing_published", message, { headers, extensions: { rollout } });
      }
    } finally {
      clearTimeout(late);
      waiting.abort();
    }
  });
}

function headersOf(etag: string) {
  return { etag, "cache-control": "private, no-cache", vary: "authorization" };
}

interface LiveSettings {
  /** Null if no policy was published. */
  current: z.infer<typeof PolicyAnswer> | null;
  rollout: HandoffRollout;
  /** Tag of the whole response. */
  etag: string;
}

/** Returns the live policy and the settings of manifests, with their tag. */
async function readLivePolicy(db: Database, workspaceId: string): Promise<LiveSettings> {
  const [live, { rollout }] = await Promise.all([
    findLivePolicy(db, workspaceId),
    getRollout(db, { workspaceId }),
  ]);
  if (!live?.ok) return { current: null, rollout, etag: tagOf({ rollout }) };
  const { candidate } = live;
  const answer = {
    ...toAnswer(live),
    rollout,
    ...(candidate && { candidate: { ...toAnswer(candidate), release: candidate.release } }),
  };
  return { current: answer, rollout, etag: tagOf(answer) };
}

function toAnswer({
  version,
  section: policy,
  switch: { enabled, observe },
}: Pick<Extract<LivePolicy, { ok: true }>, "version" | "section" | "switch">): z.infer<
  typeof PublishedVersion
> {
  return { version, enabled, observe, policy };
}

function tagOf(answer: object): string {
  return `"${createHash("sha256").update(JSON.stringify(answer)).digest("hex")}"`;
}

/** Returns true if `If-None-Match` names a tag (RFC 9110, 13.1.2). */
function namesTag(header: string, etag: string): boolean {
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
