import { countReplayHandoffs, listReplayHandoffs, ReplayCursor } from "@baton/db";
import { OutlinePage, packOutlines } from "@baton/server/replay";
import { createRoute, z } from "@hono/zod-openapi";
import { resolveRange } from "@/search/resolve-range";
import { Range, TimeZone } from "../inputs";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { readCursor, writeCursor } from "./page-cursor";
import { limitOfKey } from "./session-key";

/** Handoffs per page: about 300 kB. */
const PAGE_SIZE = 2_500;

const OutlinesQuery = z.strictObject({
  range: Range.default("7d"),
  tz: TimeZone.default("UTC"),
  cursor: z.string().max(1_000).optional().meta({ description: "The next_cursor of the previous page." }),
});

const OutlinesAnswer = z.object({
  page: OutlinePage.extend({
    shapes: z.array(z.array(z.int()).readonly()).meta({ description: "Lists of indices of `paths`." }),
    numbers: z.array(z.int()).readonly().meta({
      description:
        "For each handoff: the indices of pair, session and shape, tokens before scoping, then the tokens of each path of the shape. -1 is unknown.",
    }),
  }),
  total: z.int().nullable().meta({ description: "Handoffs of the period, on the first page." }),
  next_cursor: z.string().nullable(),
});

/** Serves the outlines of past handoffs, for a replay in another program. */
export function addOutlinesRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const route = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    path: "/handoff-outlines",
    operationId: "listHandoffOutlines",
    tags: ["sessions"],
    summary: "Paths and sizes of the fields of past handoffs, packed, for a replay",
    description: "Names and sizes only, never content. `baton policy replay` reads them.",
    request: { query: OutlinesQuery },
    responses: responses(OutlinesAnswer),
  });
  api.openapi(route, (c) => {
    const { range, tz, cursor: text } = c.req.valid("query");
    const { workspaceId, keyId } = c.get("key");
    const cursor = readCursor(ReplayCursor, text) ?? null;
    return limitOfKey(keyId, async () => {
      const span = resolveRange(range, tz, Date.now());
      const [total, { handoffs, next }] = await Promise.all([
        cursor === null ? countReplayHandoffs(db, { workspaceId, span }) : null,
        listReplayHandoffs(db, { workspaceId, span, cursor, limit: PAGE_SIZE }),
      ]);
      const answer = { page: packOutlines(handoffs), total, next_cursor: writeCursor(next) };
      return c.json(answer, 200, PRIVATE);
    });
  });
}
