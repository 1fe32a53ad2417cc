import { setImmediate } from "node:timers/promises";
import { AgentId, checkText, compilePolicy, ENFORCED, loadDetectors, parsePolicy } from "@baton/core";
import { ContentRule } from "@baton/core/policy";
import { listStoredRecords, StoredLineCursor, type StoredRecord } from "@baton/db";
import { compileForStored, observeContext, observeLine } from "@baton/server/content";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Moment } from "../inputs";
import { largeProcedure } from "../trpc";

const Rules = z.array(ContentRule).max(500);
/** Characters of a text to try. */
const MAX_TEXT = 100_000;
/** The last month, in milliseconds. */
const PERIOD = 30 * 24 * 3_600_000;
/** Milliseconds after which the server handles other requests. */
const TURN = 20;
/** Latest examples of each rule. */
const MAX_EXAMPLES = 5;

/** Place of a text that a rule matches; never the text. */
interface MatchExample {
  sessionId: string;
  /** The handoff that passed the text on; null for any other text. */
  eventId: string | null;
  occurredAt: Date;
  count: number;
}

/** Matches of a rule of the draft in past texts. */
interface RuleMatches {
  /** Position of the rule in the draft. */
  position: number;
  matchCount: number;
  handoffCount: number;
  pairs: { from: string; to: string; matchCount: number }[];
  /** Newest first. */
  examples: MatchExample[];
}

export const policiesContentRouter = {
  /**
   * Returns what content rules match in a page of the texts stored in the last 30 days, newest first; nothing of the
   * texts. A mutation, because rules are too long for an address.
   */
  matches: largeProcedure("policies.content.matches")
    .input(z.object({ rules: Rules, until: Moment, cursor: StoredLineCursor.nullable() }))
    .mutation(async ({ ctx, input: { rules, until, cursor } }) => {
      const { workspaceId } = ctx.workspace;
      const since = new Date(until.getTime() - PERIOD);
      const policy = await compileForStored(numbered(rules));
      const { records, next } = await listStoredRecords(ctx.db, { workspaceId, since, until, cursor });
      const found = new Map<number, RuleMatches>();
      let turn = performance.now();
      for (const record of records) {
        addMatches(found, record, [
          ...(record.text === null ? [] : observeLine(policy, { ...record, text: record.text })),
          ...record.handoffs.flatMap((handoff) =>
            handoff.content === null ? [] : observeContext(policy, handoff.content, handoff),
          ),
        ]);
        if (performance.now() - turn < TURN) continue;
        await setImmediate();
        turn = performance.now();
      }
      return {
        rules: [...found.values()],
        /** Positions of rules whose pattern is invalid. */
        invalid: policy.contentRules.flatMap(({ find }, position) => (canFind(find) ? [] : [position])),
        textCount: records.filter(({ text }) => text !== null).length,
        tooLongCount: records.filter(({ isTooLong }) => isTooLong).length,
        next,
        /** The part of the period that is searched, from 0 to 1. */
        done: next === null ? 1 : (until.getTime() - Date.parse(next.occurredAt)) / PERIOD,
      };
    }),

  /** Applies content rules to a text, with the detectors that a browser lacks. Stores nothing. */
  check: largeProcedure("policies.content.check")
    .input(z.object({ rules: Rules, from: AgentId, to: AgentId, text: z.string().max(MAX_TEXT) }))
    .mutation(async ({ input: { rules, ...given } }) =>
      checkText(compilePolicy(parseRules(rules), await loadDetectors()), given),
    ),
} satisfies TRPCRouterRecord;

function parseRules(rules: readonly ContentRule[]) {
  const parsed = parsePolicy({ multi_agent_handoffs: { content_rules: rules } }, ENFORCED);
  if (!parsed.ok) throw new Error("rules that were parsed are valid");
  return parsed;
}

/** Returns a policy whose rules are named by position, because a draft may repeat IDs. */
function numbered(rules: readonly ContentRule[]) {
  return parseRules(rules.map((rule, position) => ({ ...rule, rule_id: String(position) })));
}

function canFind(find: (text: string) => unknown): boolean {
  try {
    find("");
    return true;
  } catch {
    return false;
  }
}

function addMatches(
  found: Map<number, RuleMatches>,
  { sessionId, occurredAt }: StoredRecord,
  observed: ReturnType<typeof observeLine>,
): void {
  const counted = new Set<string>();
  for (const { handoff, finding } of observed) {
    const position = Number(finding.rule_id);
    const rule = found.get(position) ?? {
      position,
      matchCount: 0,
      handoffCount: 0,
      pairs: [],
      examples: [],
    };
    found.set(position, rule);
    rule.matchCount += finding.count;
    const eventId = handoff?.eventId ?? null;
    const place = JSON.stringify([position, eventId]);
    const last = rule.examples.at(-1);
    if (counted.has(place) && last?.eventId === eventId) last.count += finding.count;
    else if (!counted.has(place) && rule.examples.length < MAX_EXAMPLES && sessionId !== null)
      rule.examples.push({ sessionId, eventId, occurredAt, count: finding.count });
    if (handoff) {
      const { fromAgent: from, toAgent: to } = handoff;
      const pair = rule.pairs.find((each) => each.from === from && each.to === to);
      if (pair) pair.matchCount += finding.count;
      else rule.pairs.push({ from, to, matchCount: finding.count });
      if (!counted.has(place)) rule.handoffCount += 1;
    }
    counted.add(place);
  }
}
