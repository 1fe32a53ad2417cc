import { randomUUID } from "node:crypto";
import { AgentId, withoutPolicy } from "@baton/core";
import { MemoryWrittenEvent, memoryIdOf, readQueryWords, retrieveMemories } from "@baton/core/node";
import { findMemories, listMemories } from "@baton/db";
import { recordEvent } from "@baton/services/line/record-event";
import { createRoute, z } from "@hono/zod-openapi";
import { findContentPolicy, findRedaction } from "./content-policy";
import { type Api, type ApiContext, guardedBy, PRIVATE, requireJson, responses } from "./create-api";
import { PAGE_QUERY, readCursor, writeCursor } from "./page-cursor";
import { REDACTED } from "./stored-manifests-routes";

/** Memories that one retrieval ranks: those with most words of its query, of all that are stored. */
const MAX_COMPARED = 1_000;
/** Words of a query that search. */
const MAX_WORDS = 30;
const MAX_BODY_BYTES = 256 * 1024;
const DEFAULT_TOKENS = 2_000;

const Memory = z.object({
  memory_id: z.string(),
  source: z.string().meta({ description: "Path of its file; `agents` if an agent wrote it." }),
  content: z.record(z.string(), z.unknown()),
  author: z.string().nullable(),
  tags: z.array(z.string()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  retrievals: z.int(),
});
const MemoryPage = z.object({
  memories: z.array(Memory),
  next_cursor: z.string().nullable().meta({ description: "Null on the last page." }),
});
const Query = z.strictObject({
  ...PAGE_QUERY,
  search: z.string().max(200).optional().meta({ description: "Part of the content, an ID or a tag." }),
  agent: z.string().optional().meta({ description: "The agent that wrote it." }),
});
const Cursor = z.object({ createdAt: z.coerce.date(), memoryKey: z.string() });

const RetrievalRequest = z.object({
  agent: AgentId.meta({ description: "The agent that reads." }),
  query: z.string().max(2_000).default("").meta({ description: "Words to look for. Default: the newest." }),
  max_tokens: z.int().positive().max(200_000).default(DEFAULT_TOKENS),
  session_id: z.string().min(1).max(256).optional(),
});
const RetrievalAnswer = z.object({
  memories: z.array(z.unknown()),
  removed: z.array(z.string()).meta({ description: "Fields that the policy removed." }),
  rule_id: z.string().nullable(),
  event_id: z.string().nullable().meta({ description: "The recorded handoff; null if the policy is off." }),
  session_id: z.string(),
  expired: z.int(),
  omitted: z.int().meta({ description: "Memories that match but do not fit." }),
});

const Written = MemoryWrittenEvent.pick({
  agent_id: true,
  memory_id: true,
  content: true,
  tags: true,
}).extend({
  expires_at: z.iso.datetime().nullish(),
  session_id: z.string().min(1).max(256).optional(),
});
const WrittenAnswer = z.object({ memory_id: z.string() });

/** Adds the routes that list, retrieve and write what agents remember. */
export function addMemoryRoutes(api: Api, context: ApiContext): void {
  addListRoute(api, context);
  addRetrieveRoute(api, context);
  addWriteRoute(api, context);
}

function addListRoute(api: Api, context: ApiContext): void {
  const route = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    tags: ["memory"],
    path: "/memories",
    operationId: "listMemories",
    summary: "Memories of agents (newest first)",
    description: REDACTED,
    request: { query: Query },
    responses: responses(MemoryPage),
  });
  api.openapi(route, async (c) => {
    const { workspaceId } = c.get("key");
    const { limit, cursor, search, agent: author } = c.req.valid("query");
    const redact = await findRedaction(context, workspaceId);
    const filter = { search, author };
    const page = await listMemories(context.db, {
      workspaceId,
      filter,
      limit,
      cursor: readCursor(Cursor, cursor),
    });
    const memories = page.memories.map((memory) => ({
      memory_id: memory.memoryId,
      source: memory.source,
      content: redactTexts(memory.content, redact),
      author: memory.author,
      tags: memory.tags.map(redact),
      created_at: memory.createdAt.toISOString(),
      expires_at: memory.expiresAt?.toISOString() ?? null,
      retrievals: memory.readCount,
    }));
    return c.json({ memories, next_cursor: writeCursor(page.nextCursor) }, 200, PRIVATE);
  });
}

function addRetrieveRoute(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["evaluate"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson({ maxBytes: MAX_BODY_BYTES })],
    method: "post",
    tags: ["memory"],
    path: "/memories/retrieve",
    operationId: "retrieveMemories",
    summary: "The memories that an agent may see, by the live policy",
    description:
      "The rules from the agent `memory` to the reader decide. The retrieval is recorded as a handoff of the kind `retrieval`.",
    request: { body: { required: true, content: { "application/json": { schema: RetrievalRequest } } } },
    responses: responses(RetrievalAnswer),
  });
  api.openapi(route, async (c) => {
    const { workspaceId, prefix } = c.get("key");
    const { agent, query, max_tokens: maxTokens, session_id } = c.req.valid("json");
    const live = await findContentPolicy(context, workspaceId);
    const memories = await findCandidates(context, workspaceId, query);
    const stored = memories.map(({ memoryId, createdAt, expiresAt, ...memory }) => ({
      ...memory,
      id: memoryId,
      createdAt: createdAt.getTime(),
      expiresAt: expiresAt?.getTime() ?? null,
    }));
    const sessionId = session_id ?? `memory-${randomUUID()}`;
    const now = Date.now();
    const found = retrieveMemories(live ?? withoutPolicy({ enabled: false, observe: true }), stored, {
      agent,
      query,
      maxTokens,
      now,
      sessionId,
      newId: randomUUID,
    });
    const { event, removed, expired, omitted } = found;
    if (event) {
      const place = { workspaceId, prefix, address: c.req.path };
      await recordEvent(context.db, { ...place, event, occurredAt: new Date(now) });
    }
    const answer = {
      memories: [...found.memories],
      removed: [...removed],
      rule_id: event?.governance_rule_id ?? null,
      event_id: event?.event_id ?? null,
      session_id: sessionId,
      expired,
      omitted,
    };
    return c.json(answer, 200, PRIVATE);
  });
}

/** Returns memories for a query: those with its words among all, or the newest if it has none. */
async function findCandidates({ db }: ApiContext, workspaceId: string, query: string) {
  const { stems, names } = readQueryWords(query);
  const words = { stems: stems.slice(0, MAX_WORDS), names: names.slice(0, MAX_WORDS) };
  if (stems.length > 0) return findMemories(db, { workspaceId, ...words, limit: MAX_COMPARED });
  const filter = { state: "valid" as const };
  const { memories } = await listMemories(db, { workspaceId, filter, limit: MAX_COMPARED });
  return memories;
}

function addWriteRoute(api: Api, context: ApiContext): void {
  const guard = guardedBy(context, ["ingest"]);
  const route = createRoute({
    ...guard,
    middleware: [...guard.middleware, requireJson({ maxBytes: MAX_BODY_BYTES })],
    method: "post",
    tags: ["memory"],
    path: "/memories",
    operationId: "writeMemory",
    summary: "Stores what an agent remembers",
    description:
      "The same `memory_id` replaces the memory. Secrets are masked. Rules decide when it is retrieved.",
    request: { body: { required: true, content: { "application/json": { schema: Written } } } },
    responses: responses(WrittenAnswer),
  });
  api.openapi(route, async (c) => {
    const { workspaceId, prefix } = c.get("key");
    const written = c.req.valid("json");
    const now = new Date();
    const memory_id = written.memory_id ?? memoryIdOf(written.content);
    const event = {
      event_type: "memory_written",
      event_id: randomUUID(),
      timestamp: now.toISOString(),
      ...written,
      memory_id,
    };
    await recordEvent(context.db, { workspaceId, prefix, address: c.req.path, event, occurredAt: now });
    return c.json({ memory_id }, 200, PRIVATE);
  });
}

/** Redacts the texts of a memory at any depth. */
function redactTexts(
  content: Readonly<Record<string, unknown>>,
  redact: (text: string) => string,
): Record<string, unknown> {
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return redact(value);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, visit(part)]));
  };
  return Object.fromEntries(Object.entries(content).map(([key, part]) => [key, visit(part)]));
}
