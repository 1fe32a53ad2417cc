import type { OutlineEntry, Policy } from "@baton/core";
import { countToolUses, findHandoffText, type ToolUse } from "@baton/core/internal";
import { createPolicyIndex, explainMatch, type HandoffRule, type PolicyIndex } from "@baton/core/policy";
import {
  type Database,
  type DelegationKey,
  getDelegatedRun,
  getHandoff,
  getHandoffPlace,
  getLatestPolicyVersion,
  getPolicyVersion,
  getPriceBook,
  listRunLines,
  listSessionManifests,
  listSessionReads,
} from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { type MarkedContent, markContent } from "@/features/sessions/handoff/mark-content";
import { type MatchDto, toMatchDto } from "@/features/sessions/handoff/match-dto";
import { parseOrNull } from "../describe-manifest";
import { toLineDto } from "../line-dto";
import { readSeen } from "../policy-content";
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
      const [match, manifests, reads] = await Promise.all([
        explainThen(ctx.db, workspaceId, handoff),
        listSessionManifests(ctx.db, session),
        listSessionReads(ctx.db, session),
      ]);
      const { outline, line } = found;
      return {
        handoff,
        line: toLineDto(line),
        place,
        match,
        content: markStored(outline),
        text: handoff.kind === "context" ? null : findText(line, handoff.eventId),
        outline: outline && { entries: outline.entries, isTruncated: outline.isTruncated },
        removed: outline === null && handoff.kind === "context" ? toRemovedDto(line) : null,
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

/** Returns the marked lines instead of the content, to send no more than is shown. */
function markStored(
  outline: { entries: OutlineEntry[]; content: string | null } | null,
): MarkedContent | null {
  const content = CapturedContext.safeParse(parseOrNull(outline?.content ?? null));
  return content.success && outline ? markContent(content.data, outline.entries) : null;
}

/** State of the applied rule in the last reported policy. */
export type RuleSince = "same" | "changed" | "gone";

interface MatchThen extends MatchDto {
  /** Null if no rule applied. */
  since: RuleSince | null;
}

/**
 * Explains the rule that applied by the policy the handoff names; null if it
 * names none, or an unknown one.
 */
async function explainThen(
  db: Database,
  workspaceId: string,
  handoff: { policyVersion: string | null; fromAgent: string; toAgent: string; occurredAt: Date },
): Promise<MatchThen | null> {
  if (handoff.policyVersion === null) return null;
  const [stored, latest] = await Promise.all([
    getPolicyVersion(db, { workspaceId, version: handoff.policyVersion }),
    getLatestPolicyVersion(db, { workspaceId }),
  ]);
  const policy = parseStored(stored);
  if (!policy) return null;
  const explanation = explainMatch(indexOf(policy), handoff.fromAgent, handoff.toAgent, {
    now: handoff.occurredAt.getTime(),
  });
  const { rule } = explanation.match;
  const isLatest = latest?.policyVersion === stored?.policyVersion;
  // Parsed only if needed: a large policy takes half a second, once.
  return {
    ...toMatchDto(explanation),
    since: rule && (isLatest ? "same" : ruleSince(rule, parseStored(latest))),
  };
}

function parseStored(stored: { policyText: string } | null): Policy | null {
  const parsed = stored && readSeen(stored);
  return parsed?.ok ? parsed.policy : null;
}

const indexes = new WeakMap<Policy, PolicyIndex>();

/** Returns the index of a policy, cached with the policy. */
function indexOf(policy: Policy): PolicyIndex {
  const index = indexes.get(policy) ?? createPolicyIndex(policy);
  indexes.set(policy, index);
  return index;
}

function ruleSince(rule: HandoffRule, latest: Policy | null): RuleSince | null {
  if (!latest) return null;
  const now = latest.agent_handoff_rules.find(({ rule_id }) => rule_id === rule.rule_id);
  if (!now) return "gone";
  return JSON.stringify(now) === JSON.stringify(rule) ? "same" : "changed";
}
