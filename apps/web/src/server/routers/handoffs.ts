import type { OutlineEntry } from "@baton/core";
import { countToolUses, findHandoffText, type ToolUse } from "@baton/core/internal";
import { isGoverned, type ObservedRules } from "@baton/core/session";
import {
  type Database,
  type DelegationKey,
  findPublication,
  getCallHabits,
  getDelegatedRun,
  getHandoff,
  getHandoffPlace,
  getPriceBook,
  listRunLines,
  listSessionManifests,
  listSessionReads,
} from "@baton/db";
import { costOfSummary, worthOfSaved } from "@baton/server/pricing";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { type ComparedContent, compareContent } from "@/features/sessions/handoff/compare-content";
import { parseOrNull } from "../describe-manifest";
import { explainThen } from "../explain-then";
import { keepFirst } from "../keep-first";
import { toLineDto } from "../line-dto";
import { toRemovedDto } from "../removed-dto";
import { largeProcedure } from "../trpc";
import { usageByModel } from "../usage-by-model";

export const handoffsRouter = {
  /**
   * Returns one handoff: its fields, its content if stored, its line, its position in the session, and the
   * rule that applied, with the reason.
   */
  get: largeProcedure("handoffs.get")
    .input(z.object({ session: z.string(), event: z.string() }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const key = { workspaceId, sessionId: input.session, eventId: input.event };
      const [found, place] = await Promise.all([getHandoff(ctx.db, key), getHandoffPlace(ctx.db, key)]);
      if (!found || !place) {
        throw new TRPCError({ code: "NOT_FOUND", message: "Handoff not found in this session." });
      }
      const { handoff } = found;
      const session = { workspaceId, sessionId: input.session, workflowId: handoff.workflowId };
      const [match, publication, worth, manifests, reads] = await Promise.all([
        explainThen(ctx.db, workspaceId, handoff, found.outline?.entries ?? []),
        handoff.policyVersion === null
          ? null
          : findPublication(ctx.db, { workspaceId, policyVersion: handoff.policyVersion }),
        handoff.kind === "context" ? readWorth(ctx.db, workspaceId, handoff) : null,
        listSessionManifests(ctx.db, session),
        listSessionReads(ctx.db, session),
      ]);
      const { outline, line } = found;
      // Hooks record what rules observe, but no outline.
      const isOutlined = outline !== null && (handoff.kind === "context" || outline.entries.length > 0);
      return {
        handoff,
        line: toLineDto(line),
        place,
        match,
        publication,
        worth,
        content: compareStored(outline),
        contentProblem: outline?.problem ?? null,
        text: isGoverned(handoff.kind) ? null : findText(line, handoff.eventId),
        outline: isOutlined ? { entries: outline.entries, isTruncated: outline.isTruncated } : null,
        observed: outline?.observedRules ? toObservedDto(outline.observedRules) : null,
        removed: outline === null && isGoverned(handoff.kind) ? toRemovedDto(line) : null,
        manifests: manifests.filter(
          ({ fromAgent, toAgent }) => fromAgent === handoff.fromAgent && toAgent === handoff.toAgent,
        ),
        reads: reads.filter(({ agent }) => agent === handoff.toAgent),
      };
    }),

  /**
   * Returns what a subagent did between its call and its return: duration, tools, usage by model and cost, and its
   * own session; null for other handoffs.
   */
  run: largeProcedure("handoffs.run")
    .input(z.object({ session: z.string(), event: z.string() }))
    .query(async ({ ctx, input }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, sessionId: input.session };
      const found = await getHandoff(ctx.db, { ...place, eventId: input.event });
      if (!found) throw new TRPCError({ code: "NOT_FOUND", message: "Handoff not found in this session." });
      const { kind, eventId, answers, fromAgentId, toAgentId } = found.handoff;
      if (kind !== "delegation" && kind !== "return") return null;
      const agentId = kind === "return" ? fromAgentId : toAgentId;
      const key = { ...place, eventId, kind, answers, agentId };
      const [run, prices, tools] = await Promise.all([
        getDelegatedRun(ctx.db, key),
        getPriceBook(ctx.db, place),
        readTools(ctx.db, key),
      ]);
      const { callEventId, calledAt, returnEventId, returnedAt, lastCallAt, childSessionId, calls } = run;
      const endedAt = returnedAt ?? lastCallAt;
      return {
        agent: kind === "return" ? found.handoff.fromAgent : found.handoff.toAgent,
        isIdentified: agentId !== null,
        callEventId,
        returnEventId,
        childSessionId: childSessionId === input.session ? null : childSessionId,
        milliseconds: calledAt && endedAt ? Math.max(0, endedAt.getTime() - calledAt.getTime()) : null,
        models: usageByModel(calls, prices),
        ...tools,
      };
    }),
} satisfies TRPCRouterRecord;

/** Returns what the passed tokens cost the receiver, and what the saved ones would have. */
async function readWorth(
  db: Database,
  workspaceId: string,
  handoff: {
    toModel: string | null;
    summarizerTokens: number | null;
    summarizerOutputTokens: number | null;
    summarizerModel: string | null;
    occurredAt: Date;
    afterTokens: number | null;
    savedTokens: number | null;
  },
) {
  const [prices, habits] = await Promise.all([
    getPriceBook(db, { workspaceId }),
    getCallHabits(db, { workspaceId, before: handoff.occurredAt }),
  ]);
  const day = handoff.occurredAt.toISOString().slice(0, 10);
  const worthOf = (tokens: number | null) =>
    worthOfSaved(prices, [{ model: handoff.toModel, day, tokens: tokens ?? 0 }], habits);
  return {
    passed: worthOf(handoff.afterTokens),
    saved: worthOf(handoff.savedTokens),
    summarizing: costOfSummary(prices, handoff),
  };
}

/** Returns what rules that only observe, or a candidate, would have changed, with the first paths. */
function toObservedDto(observed: ObservedRules) {
  return {
    ruleIds: keepFirst(observed.rule_ids),
    ruleId: observed.governance_rule_id ?? null,
    mode: observed.handoff_mode,
    tokens: observed.total_tokens ?? null,
    version: observed.policy_version ?? null,
    wouldRemove: keepFirst(observed.would_remove),
    wouldPass: keepFirst(observed.would_pass),
  };
}

/** Counts the tool calls in the stored lines of a subagent; null tools if no line is stored. */
async function readTools(
  db: Database,
  key: DelegationKey,
): Promise<{ tools: ToolUse[] | null; areToolsCut: boolean }> {
  const { lines, isCut } = await listRunLines(db, key);
  if (lines.length === 0 || key.agentId === null) return { tools: null, areToolsCut: false };
  return { tools: countToolUses(lines.map(parseOrNull), key.agentId), areToolsCut: isCut };
}

/** Maximum characters of a prompt or an answer to show; the source line has the rest. */
const MAX_TEXT = 100_000;

/** Returns what the handoff passed on as text; null if its line is not stored or does not have it. */
function findText(line: { text: string | null } | null, eventId: string): string | null {
  return findHandoffText(parseOrNull(line?.text ?? null), eventId)?.slice(0, MAX_TEXT) ?? null;
}

const CapturedContext = z.object({ before: z.unknown(), after: z.unknown() });

/** Returns rows instead of the content, to send no more than is shown. */
function compareStored(
  outline: { entries: OutlineEntry[]; content: string | null } | null,
): ComparedContent | null {
  const content = CapturedContext.safeParse(parseOrNull(outline?.content ?? null));
  return content.success && outline ? compareContent(content.data, outline.entries) : null;
}
