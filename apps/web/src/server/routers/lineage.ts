import {
  type AgentKnowledge,
  type FieldLineage,
  type FieldStep,
  findComebacks,
  type KnownField,
  listFields,
  traceAgent,
  traceField,
} from "@baton/core/lineage";
import { type Database, getPolicyVersion, listSessionOutlines } from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { keepFirst } from "../keep-first";
import { largeSessionProcedure } from "../open-session";
import { readSeen } from "../policy-content";

/** Beyond so many handoffs a session is not looked through for every field that its policies block. */
const MAX_SEARCHED = 1_000;

/** Steps of a field, agents that had it, and fields that an agent had. */
const MOST_TOLD = 2_000;
/** Steps at which a field came back. */
const MOST_COMEBACKS = 20;
/** From whom an agent had one field. */
const MOST_SENDERS = 10;

export const lineageRouter = {
  /** Where a field went in a session, and the fields that one may ask for. */
  field: largeSessionProcedure("lineage.field")
    .input(z.object({ path: z.string().max(1_000) }))
    .query(async ({ ctx, input }) => {
      const handoffs = await readOutlines(ctx);
      return {
        session: ctx.session,
        lineage: tellLineage(traceField(handoffs, input.path)),
        handoffs: handoffs.map(({ eventId, fromAgent, toAgent, ruleId, kind, occurredAt }) => ({
          ...{ eventId, fromAgent, toAgent, occurredAt },
          isDefault: kind === "context" && ruleId === null,
        })),
        fields: listFields(handoffs),
      };
    }),

  /** What an agent knew in a session, and from whom. */
  agent: largeSessionProcedure("lineage.agent")
    .input(z.object({ agent: z.string() }))
    .query(async ({ ctx, input }) => {
      const handoffs = await readOutlines(ctx);
      const agents = new Set(handoffs.flatMap(({ fromAgent, toAgent }) => [fromAgent, toAgent]));
      const knowledge = tellKnowledge(traceAgent(handoffs, input.agent));
      return { session: ctx.session, knowledge, agents: [...agents] };
    }),

  /**
   * The handoffs at which blocked fields came back to an agent by another way, and how many such fields there are; null where the session is
   * too large to look for all.
   */
  comebacks: largeSessionProcedure("lineage.comebacks").query(async ({ ctx }) => {
    if (ctx.session.handoffCount > MAX_SEARCHED) return null;
    const handoffs = await listSessionOutlines(ctx.db, ctx.session);
    if (handoffs === null) return null;
    const versions = new Set(handoffs.flatMap(({ policyVersion }) => policyVersion ?? []));
    const blocked = await Promise.all(
      [...versions].map((version) => listBlocked(ctx.db, ctx.session, version)),
    );
    const comebacks = findComebacks(handoffs, blocked.flat());
    return (
      comebacks && {
        eventIds: [...new Set(comebacks.map(({ eventId }) => eventId))],
        fieldCount: new Set(comebacks.map(({ field }) => field)).size,
      }
    );
  }),
} satisfies TRPCRouterRecord;

/** As much of a field's way as is told: a context may hold it in thousands of places. */
function tellLineage({ steps, origins, holders, ...lineage }: FieldLineage) {
  return {
    ...lineage,
    stepCount: steps.length,
    comebacks: tellComebacks(steps),
    steps: steps.slice(0, MOST_TOLD).map(tellStep),
    origins: origins.slice(0, MOST_TOLD).map(tellStep),
    holders: holders.slice(0, MOST_TOLD),
  };
}

/** The steps at which it came back, whichever they are: that a block did not hold is what a reader has to see. */
function tellComebacks(steps: readonly FieldStep[]) {
  const { first, count } = keepFirst(
    steps.filter(({ comeback }) => comeback !== null),
    MOST_COMEBACKS,
  );
  return { first: first.map(tellStep), count };
}

function tellStep({ paths, ...step }: FieldStep) {
  return { ...step, pathCount: paths.length, paths: paths.slice(0, 1) };
}

/** As much of what an agent knew as is told. */
function tellKnowledge({ wrote, received, withheld, ...knowledge }: AgentKnowledge) {
  const tellField = ({ senders, ...field }: KnownField) => ({
    ...field,
    senders: keepFirst(senders, MOST_SENDERS),
  });
  const [ownFirst, givenFirst] = [keepFirst(wrote, MOST_TOLD), keepFirst(received, MOST_TOLD)];
  return {
    ...knowledge,
    wrote: { ...ownFirst, first: ownFirst.first.map(tellField) },
    received: { ...givenFirst, first: givenFirst.first.map(tellField) },
    withheld: keepFirst(withheld, MOST_TOLD),
  };
}

async function readOutlines({
  db,
  session,
}: {
  db: Database;
  session: Parameters<typeof listSessionOutlines>[1];
}) {
  const handoffs = await listSessionOutlines(db, session);
  if (handoffs) return handoffs;
  const message =
    "This session is too large to be looked through as a whole. The API gives its handoffs page by page.";
  throw new TRPCError({ code: "PAYLOAD_TOO_LARGE", message });
}

/** Every field that a version of the policy blocks for anyone; none where the version was never seen. */
async function listBlocked(
  db: Database,
  { workspaceId }: { workspaceId: string },
  version: string,
): Promise<string[]> {
  const stored = await getPolicyVersion(db, { workspaceId, version });
  const parsed = stored && readSeen(stored);
  if (!parsed?.ok) return [];
  const { blocked_context_fields, agent_handoff_rules } = parsed.policy;
  return [blocked_context_fields, ...agent_handoff_rules.map((rule) => rule.blocked_context_fields)].flat();
}
