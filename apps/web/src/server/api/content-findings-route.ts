import { CONTENT_ACTIONS, DETECTOR_NAMES } from "@baton/core/policy";
import { listContentFindings } from "@baton/db";
import { createRoute, z } from "@hono/zod-openapi";
import { SortValue } from "../inputs";
import { type Api, type ApiContext, guardedBy, PRIVATE, responses } from "./create-api";
import { PAGE_QUERY, readCursor, writeCursor } from "./page-cursor";

const ListedFinding = z.object({
  rule_id: z.string(),
  detector: z.enum(DETECTOR_NAMES),
  action: z.enum(CONTENT_ACTIONS),
  path: z.string().meta({ description: "Path of the text in its line or context." }),
  count: z.number().meta({ description: "Number of matches." }),
  source: z.enum(["observed", "enforced"]).meta({
    description:
      "enforced: the handoff's writer applied the rule. observed: Baton found the match in a stored text.",
  }),
  occurred_at: z.iso.datetime(),
  session_id: z.string().nullable(),
  event_id: z.string().nullable().meta({ description: "The handoff; null for a text of no handoff." }),
  from_agent: z.string().nullable(),
  to_agent: z.string().nullable(),
  document: z
    .object({ kind: z.enum(["manifest", "progress_file"]), id: z.string(), path: z.string() })
    .nullable()
    .meta({ description: "The manifest or progress file with the text; null for a text of a session." }),
});
const FindingPage = z.object({
  findings: z.array(ListedFinding),
  next_cursor: z.string().nullable().meta({ description: "Null on the last page." }),
});

const Index = z.number().int().nonnegative();
const FindingCursor = z.object({
  occurredAt: SortValue,
  sourceFileId: Index,
  generation: Index.max(2 ** 31 - 1),
  sequence: Index,
  ordinal: Index.max(2 ** 31 - 1),
  number: Index.max(2 ** 31 - 1),
});

const FindingQuery = z.strictObject({
  ...PAGE_QUERY,
  session: z.string().optional().meta({ description: "Session ID." }),
  handoff: z.string().optional().meta({ description: "Event ID of the handoff." }),
  rule: z.string().optional().meta({ description: "ID of the content rule." }),
  agent: z.string().optional().meta({ description: "The sender or the receiver." }),
  from: z.string().optional(),
  to: z.string().optional(),
});

export function addContentFindingsRoute(api: Api, context: ApiContext): void {
  const { db } = context;
  const route = createRoute({
    ...guardedBy(context, ["read"]),
    method: "get",
    path: "/content-findings",
    operationId: "listContentFindings",
    tags: ["sessions"],
    summary: "Matches of content rules in texts, without the texts (newest first)",
    request: { query: FindingQuery },
    responses: responses(FindingPage),
  });
  api.openapi(route, async (c) => {
    const { session, handoff, rule, cursor, ...filter } = c.req.valid("query");
    const page = await listContentFindings(db, {
      ...filter,
      workspaceId: c.get("key").workspaceId,
      sessionId: session,
      eventId: handoff,
      ruleId: rule,
      cursor: readCursor(FindingCursor, cursor),
    });
    const answer = {
      findings: page.findings.map((finding) => ({
        rule_id: finding.ruleId,
        detector: finding.detector,
        action: finding.action,
        path: finding.path,
        count: finding.matchCount,
        source: finding.source,
        occurred_at: finding.occurredAt.toISOString(),
        session_id: finding.sessionId,
        event_id: finding.eventId,
        from_agent: finding.fromAgent,
        to_agent: finding.toAgent,
        document: finding.document && {
          kind: finding.document.kind,
          id: finding.document.documentId,
          path: finding.document.path,
        },
      })),
      next_cursor: writeCursor(page.nextCursor),
    };
    return c.json(answer, 200, PRIVATE);
  });
}
