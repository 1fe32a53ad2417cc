import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import {
  findLeaks,
  type HistoryPolicy,
  historyPolicy,
  historyTurns,
  MARKS,
  renderHistory,
  toolIdsIn,
} from "../../test/history";
import { sizeOfRun } from "../../test/soak";
import { loadDetectors } from "../content/load-detectors";
import { scopeOutline } from "../policy/scope-outline";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { ContextHandoffEvent } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import { detectFormat } from "./message-formats";
import { MESSAGE_FORMATS, type MessageFormatName, type MessageHandoff } from "./message-handoff";
import { type ScopedMessages, scopeMessages } from "./scope-messages";

type Scoper = (policy: CompiledPolicy, handoff: MessageHandoff) => ScopedMessages;
const { context: _, ...HANDOFF } = handoffOf({}, { capturesContent: true, isParsedJson: true });

/** Returns what is wrong with a scoped history; null if nothing is. */
function findFault(
  scope: Scoper,
  format: MessageFormatName,
  section: HistoryPolicy,
  turns: Parameters<typeof renderHistory>[1],
): string | null {
  const { messages, authors } = renderHistory(format, turns);
  const copy = structuredClone(messages);
  const {
    messages: left,
    event,
    content,
  } = scope(policyOf(section), { ...HANDOFF, format, messages, authors });
  if (JSON.stringify(messages) !== JSON.stringify(copy)) return "the input changed";
  const leaks = findLeaks([left, event], section);
  if (leaks.length > 0) return `leaks: ${leaks}`;
  if (/<blocked:/.test(JSON.stringify(content))) return "the stored content leaks";
  const { calls, results } = toolIdsIn(left);
  if ([...calls].sort().join() !== [...results].sort().join()) return `calls ${calls}, results ${results}`;
  const own = messages.filter((_, index) => authors[index] === "b");
  const isClean = (message: unknown) => !/<blocked:/.test(JSON.stringify(message));
  // Without its reasoning, an item has no ID by which a provider would look that up.
  const kept = new Set(left.map(withoutIds));
  if (own.some((message) => isClean(message) && !kept.has(withoutIds(message))))
    return "an own message is gone";
  if (event === null || !ContextHandoffEvent.safeParse(event).success) return "no event";
  const { context_before_scoping: before, context_after_scoping: after } = event;
  if (before.total_tokens !== countTokens(JSON.stringify(messages))) return "the size before is wrong";
  if (after.total_tokens !== countTokens(JSON.stringify(left))) return "the size after is wrong";
  if (before.total_tokens !== after.total_tokens && event.fields_filtered?.length === 0)
    return "not recorded";
  if (event.message_counts?.after !== left.length) return "the count is wrong";
  const { outcomeOf } = scopeOutline(policyOf(section), { ...HANDOFF, agents: before.agents_included });
  const wrong = event.outline?.find(({ path, tokens, after = tokens }) => {
    const { cause, empty } = outcomeOf(path);
    return after > 0 && cause !== null && empty === null;
  });
  return wrong ? `a replay would remove ${wrong.path}` : null;
}

function withoutIds(message: unknown): string {
  return JSON.stringify(message, (key, value) => (["id", "providerData"].includes(key) ? undefined : value));
}

function check(scope: Scoper, format: MessageFormatName, runs: number, seed?: number) {
  return fc.check(
    fc.property(historyPolicy, historyTurns, (section, turns) => {
      expect(findFault(scope, format, section, turns)).toBeNull();
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed, endOnFailure: true }) },
  );
}

const detectors = await loadDetectors();

/** Scopes a history by a content rule for every mark, and returns what is wrong with the result. */
function findContentFault(
  scope: Scoper,
  format: MessageFormatName,
  { action, mode }: { action: string; mode: string },
  turns: Parameters<typeof renderHistory>[1],
): string | null {
  // Rules that block do not hold for the receiver's own messages.
  const { messages, authors } = renderHistory(
    format,
    turns.filter(({ author }) => action === "redact" || author !== "b"),
  );
  const content_rules = [
    { rule_id: "marks", detector: "pattern", pattern: "<(blocked|private):[^>]*>", action },
  ];
  const section = { default_handoff_mode: mode, audit_all_handoffs: true, content_rules };
  const policy = policyOf(section, { enabled: true, observe: false }, detectors);
  const result = scope(policy, { ...HANDOFF, format, messages, authors });
  const { messages: left, event, refusal } = result;
  if (/<(?:blocked|private):/.test(JSON.stringify(result))) return "a mark passes";
  if (refusal !== null && left.length > 0) return "messages pass despite a refusal";
  if (event?.context_after_scoping.total_tokens !== countTokens(JSON.stringify(left)))
    return "the size after is wrong";
  const { calls, results } = toolIdsIn(left);
  return [...calls].sort().join() === [...results].sort().join()
    ? null
    : `calls ${calls}, results ${results}`;
}

function checkContent(scope: Scoper, format: MessageFormatName, runs: number, seed?: number) {
  const terms = fc.record({
    action: fc.constantFrom("redact", "redact", "block"),
    mode: fc.constantFrom("full", "full", "scoped", "minimal"),
  });
  return fc.check(
    fc.property(terms, historyTurns, (drawn, turns) => {
      expect(findContentFault(scope, format, drawn, turns)).toBeNull();
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed, endOnFailure: true }) },
  );
}

/** Properties draw few histories in the suite, because each is written in six formats. */
const RUNS = sizeOfRun({ suite: 50, soak: 20_000 });

describe.each(MESSAGE_FORMATS)("scopeMessages with messages of %s", (format) => {
  it("passes nothing blocked or unlisted, keeps pairs and the receiver's own messages", {
    timeout: 3_600_000,
  }, () => {
    expect(fc.defaultReportMessage(check(scopeMessages, format, RUNS))).toBeUndefined();
  });

  it("passes nothing that content rules redact or refuse, of any author or turn", {
    timeout: 3_600_000,
  }, () => {
    expect(fc.defaultReportMessage(checkContent(scopeMessages, format, RUNS))).toBeUndefined();
  });

  it("passes no blocked field of an agent that no message names", { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(historyPolicy, historyTurns, (section, turns) => {
        const { messages } = renderHistory(format, turns);
        const { messages: left, event } = scopeMessages(policyOf(section), { ...HANDOFF, format, messages });
        expect(JSON.stringify([left, event])).not.toContain("<blocked:");
      }),
      { numRuns: RUNS },
    );
  });

  it("returns the same messages if everything passes, and recognizes their format", () => {
    fc.assert(
      fc.property(historyTurns, (turns) => {
        const { messages, authors } = renderHistory(format, turns);
        const policy = policyOf({ default_handoff_mode: "full" });
        const { messages: left } = scopeMessages(policy, { ...HANDOFF, format, messages, authors });
        expect(left).toEqual(messages);
        expect(left.every((message, index) => message === messages[index])).toBe(true);
        const callsTool = turns.some(({ exchanges }) => exchanges.length > 0);
        if (callsTool) expect(detectFormat(messages)).toBe(format);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(MARKS)("is caught if it passes messages with %s (negative control)", (mark) => {
    const leaking: Scoper = (policy, handoff) => {
      const result = scopeMessages(policy, handoff);
      const hidden = handoff.messages.filter((message) => JSON.stringify(message).includes(mark));
      return { ...result, messages: [...result.messages, ...hidden] };
    };
    if (format === "anthropic" && mark.includes("system")) return;
    expect(check(leaking, format, 400, 1).failed).toBe(true);
    expect(checkContent(leaking, format, 400, 1).failed).toBe(true);
  });

  it.each<[string, (left: readonly unknown[]) => readonly unknown[]]>([
    ["drops the result of a tool", (left) => left.filter((each) => toolIdsIn([each]).results.length === 0)],
    ["drops a call", (left) => left.filter((each) => toolIdsIn([each]).calls.length === 0)],
    ["drops the first message", (left) => left.slice(1)],
    ["rewrites texts", (left) => JSON.parse(JSON.stringify(left).replaceAll("All is well", "All was well"))],
  ])("is caught if it %s (negative control)", (_, change) => {
    const broken: Scoper = (policy, handoff) => {
      const result = scopeMessages(policy, handoff);
      return { ...result, messages: change(result.messages) };
    };
    expect(check(broken, format, 400, 1).failed).toBe(true);
  });
});
