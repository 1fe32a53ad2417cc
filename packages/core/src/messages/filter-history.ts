import type { CompiledContentRule } from "../content/compile-content-rules";
import { isObject } from "../is-object";
import { ANY_AGENT } from "../policy/default-names";
import { expiryOf } from "../policy/match-rule";
import type { ContentRules } from "../scoping/apply-content-rules";
import { type BlockedFields, joinBlockedPatterns } from "../scoping/blocked-fields";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { addStep, remainder } from "../scoping/context-part";
import type { FieldTrieNode } from "../scoping/field-trie";
import { type AllowedPositions, EVERYTHING, TreeFilter } from "../scoping/filter-tree";
import { blockedIn, type HandoffTerms } from "../scoping/handoff-terms";
import type { Cause } from "../scoping/outcome";
import { setOwn } from "../scoping/plain-data";
import { plainJson } from "../scoping/plain-json";
import { REMOVED } from "../scoping/removed";
import { RemovedPaths } from "../scoping/removed-paths";
import { ValueBudget } from "../scoping/scoping-error";
import { BlockedStripper } from "../scoping/strip-blocked";
import type { SummaryRequest } from "../scoping/summarize";
import { countTokens } from "../tokens/count-tokens";
import { leftOf, removePart } from "./history-values";
import type { History, HistoryMessage, HistoryPart } from "./read-history";

/** Terms of a handoff whose context is a history. */
export interface HistoryTerms extends HandoffTerms {
  /** Fields that the rule's translation extracts from the sender's output; null if it extracts none. */
  readonly extracted: FieldTrieNode | null;
  /** Limit of the rule's translation for texts, in tokens; null if it summarizes none. */
  readonly maxSummaryTokens: number | null;
  /**
   * Everything that any agent may not pass to the receiver. It counts for messages that name no agent, because
   * a third one may have written them.
   */
  readonly blockedForUnnamed: BlockedFields;
}

/** Returns the terms of a handoff for a history. */
export function termsOfHistory(
  policy: CompiledPolicy,
  terms: HandoffTerms,
  { to, now }: { to: string; now: number },
): HistoryTerms {
  const isTranslated =
    policy.index?.policy.enable_conversation_translation && terms.rule?.conversation_translation?.enabled;
  const toReceiver = [...policy.rules].filter(
    ([rule]) => [to, ANY_AGENT].includes(rule.to_agent_id) && expiryOf(rule) > now,
  );
  const translation = isTranslated ? terms.rule?.conversation_translation : undefined;
  return {
    ...terms,
    maxSummaryTokens: translation?.summarize ? translation.max_summary_tokens : null,
    extracted: (isTranslated && terms.rule && policy.rules.get(terms.rule)?.extracted) || null,
    blockedForUnnamed: joinBlockedPatterns(
      [policy.blocked, ...toReceiver.map(([, { blocked }]) => blocked)],
      policy.index?.policy.blocked_in_text ?? true,
    ),
  };
}

/**
 * Applies mode, allowed and blocked fields to each part of a history. Adds steps to the parts, as scoping of a
 * context does.
 *
 * @throws ScopingError if a message is too deep or too large.
 */
export function filterHistory(
  policy: CompiledPolicy,
  history: History,
  terms: HistoryTerms,
  options: { from: string; removed: RemovedPaths; isKnownPlain: boolean },
): void {
  const filter = new HistoryFilter(policy, terms, { ...options, lastOfUser: history.lastOfUser });
  for (const { parts } of history.messages) {
    for (const part of parts) filter.filter(part);
  }
}

/**
 * Removes only blocked fields and what content rules redact or refuse; used if scoping itself failed. All messages
 * pass, at any depth.
 *
 * @param rulesFor content rules of a part; by default those of the handoff.
 * @throws ScopingError if there are more values than it reads.
 */
export function stripHistory(
  history: History,
  terms: HistoryTerms,
  rules: ContentRules,
  removed: RemovedPaths,
  rulesFor = (part: HistoryPart) => rulesOf(part, rules),
): void {
  for (const { parts } of history.messages) {
    for (const part of parts) {
      if (part.message.data === "other") {
        removePart(part, "dropped", removed);
        continue;
      }
      const isUnnamed = part.owner.kind === "agent" && !part.owner.isNamed;
      const blocked = isUnnamed ? terms.blockedForUnnamed : blockedIn(part, terms).fields;
      const start = part.isListed ? blocked.topOfElements : blocked.top;
      const stripper = new BlockedStripper(removed);
      stepTo(part, "blocked", stripper.strip(part.before, part.path, blocked, start), removed);
      const ofPart = rulesFor(part);
      const left = remainder(part);
      if (ofPart.length === 0 || left === REMOVED) continue;
      const read = (leaf: unknown) => rules.readLeaf(leaf, ofPart, part.path);
      const { top } = NOTHING_BLOCKED;
      stepTo(part, "redacted", stripper.strip(left, part.path, NOTHING_BLOCKED, top, read), removed);
    }
  }
}

/** Adds a step if a stripper changed the value. It copies what it keeps, so equal data is the same. */
function stepTo(part: HistoryPart, cause: Cause, kept: unknown, removed: RemovedPaths): void {
  if (plainJson(kept) === plainJson(remainder(part))) return;
  addStep(part, cause, kept);
  if (part.slot.isWhole) removePart(part, cause, removed);
}

/** Applies content rules to what is left of each part. A part that passes whole or not at all is removed. */
export function applyContentRules(history: History, rules: ContentRules, removed: RemovedPaths): void {
  for (const { parts } of history.messages) {
    for (const part of parts) {
      const left = remainder(part);
      rules.applyTo(part, rulesOf(part, rules));
      if (part.slot.isWhole && remainder(part) !== left) removePart(part, "redacted", removed);
    }
  }
}

/**
 * Gives the texts of agents that are over the limit of the rule to `shorten`, and applies content rules to what
 * it returns, because a summary is another text. Null keeps a text.
 */
export function shortenTexts(
  history: History,
  { maxSummaryTokens }: HistoryTerms,
  rules: ContentRules,
  shorten: (request: SummaryRequest) => string | null,
): void {
  if (maxSummaryTokens === null) return;
  for (const part of history.messages.flatMap(({ parts }) => parts)) {
    const text = part.owner.kind === "agent" && part.slot.kind === "text" ? leftOf(part) : null;
    if (typeof text !== "string" || part.isJsonText || part.slot.isWhole) continue;
    if (countTokens(text) <= maxSummaryTokens) continue;
    const summary = shorten({ text, maxTokens: maxSummaryTokens });
    if (summary === null) continue;
    addStep(part, "summarized", { text: summary });
    // Matches of rules that flag were counted before.
    const again = rulesOf(part, rules).filter(({ rule }) => rule.action !== "flag");
    rules.applyTo(part, again);
  }
}

/** The receiver already has its own messages, so a match in them must not refuse the handoff. */
function rulesOf({ owner, authors }: HistoryPart, rules: ContentRules): CompiledContentRule[] {
  const all = rules.rulesBy(authors);
  return owner.kind === "receiver" ? all.filter(({ rule }) => rule.action !== "block") : all;
}

class HistoryFilter {
  readonly #terms: HistoryTerms;
  readonly #from: string;
  readonly #lastOfUser: HistoryMessage | null;
  readonly #isStrict: boolean;
  readonly #minimalInputFields: ReadonlySet<string>;
  readonly #removed: RemovedPaths;
  readonly #isKnownPlain: boolean;
  readonly #budget = new ValueBudget();
  readonly #second = new ValueBudget();

  constructor(
    policy: CompiledPolicy,
    terms: HistoryTerms,
    options: {
      from: string;
      lastOfUser: HistoryMessage | null;
      removed: RemovedPaths;
      isKnownPlain: boolean;
    },
  ) {
    this.#terms = terms;
    this.#from = options.from;
    this.#lastOfUser = options.lastOfUser;
    this.#isStrict = policy.enforcementLevel === "strict";
    this.#minimalInputFields = policy.minimalInputFields;
    this.#removed = options.removed;
    this.#isKnownPlain = options.isKnownPlain;
  }

  filter(part: HistoryPart): void {
    if (part.owner.kind === "agent") this.#filterOutput(part);
    else this.#filterPart(part);
    if (remainder(part) === REMOVED) return;
    if (part.slot.isWhole && remainder(part) !== part.before) this.#remove(part, lastCause(part));
    if (part.message.data === "other" || this.#isUnknown(part)) this.#remove(part, "dropped");
  }

  /** Nothing is known about such a part, so that only `full` passes it; the receiver's own are its own. */
  #isUnknown({ slot, owner }: HistoryPart): boolean {
    return slot.kind === "unknown" && this.#terms.mode !== "full" && owner.kind !== "receiver";
  }

  #filterOutput(part: HistoryPart): void {
    const { mode, extracted, blockedForUnnamed } = this.#terms;
    if (mode === "minimal" || (mode === "scoped" && part.name !== this.#from)) {
      this.#removed.add(part.path);
      addStep(part, "mode", REMOVED);
      return;
    }
    const blocked = this.#terms.blockedInOutputOf(part.name);
    const list = isObject(part.before) ? this.#terms.allowed : null;
    const allowed = list === null ? EVERYTHING : [list];
    if (list !== null) {
      addStep(
        part,
        "not_allowed",
        this.#tree(part, NOTHING_BLOCKED, UNLISTED()).filter(part.before, allowed),
      );
    }
    addStep(part, "blocked", this.#tree(part, blocked).filter(part.before, allowed));
    if (this.#terms.allowed !== null && list === null && this.#isStrict) this.#remove(part, "dropped");
    if (extracted !== null && isObject(part.before)) this.#filterAgain(part, "extracted", [extracted]);
    if (part.owner.kind === "agent" && !part.owner.isNamed) {
      this.#filterAgain(part, "dropped", EVERYTHING, blockedForUnnamed);
    }
    const isLeft = !isObject(remainder(part)) || part.keys.length > 0;
    if (!isLeft && isEmptied(part.before, remainder(part))) this.#remove(part, lastCause(part));
  }

  #filterAgain(
    part: HistoryPart,
    cause: Cause,
    allowed: AllowedPositions,
    blocked: BlockedFields = NOTHING_BLOCKED,
  ): void {
    const left = remainder(part);
    if (left !== REMOVED) addStep(part, cause, this.#tree(part, blocked).filter(left, allowed));
  }

  #filterPart(part: HistoryPart): void {
    if (this.#terms.mode === "minimal" && part.owner.kind !== "receiver") this.#minimize(part);
    const left = remainder(part);
    if (left === REMOVED) return;
    const tree = this.#tree(part, this.#terms.blocked);
    addStep(
      part,
      "blocked",
      Array.isArray(left) && part.isListed ? tree.filterElements(left) : tree.filter(left),
    );
  }

  #minimize(part: HistoryPart): void {
    if (part.name === "last_user_message") return;
    if (part.name !== "original_input" || !isObject(part.before)) {
      this.#removed.add(part.path);
      addStep(part, "mode", REMOVED);
      return;
    }
    const identifiers: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(part.before)) {
      if (this.#minimalInputFields.has(key)) setOwn(identifiers, key, value);
      else this.#removed.add(part.path, key);
    }
    const isSame = Object.keys(identifiers).length === Object.keys(part.before).length;
    if (!isSame) addStep(part, "mode", identifiers);
    const isRequest = part.message === this.#lastOfUser;
    if (!isRequest && isEmptied(part.before, identifiers)) this.#remove(part, "mode");
  }

  #remove(part: HistoryPart, cause: Cause): void {
    removePart(part, cause, this.#removed);
  }

  #tree(part: HistoryPart, blocked: BlockedFields, removed = this.#removed): TreeFilter {
    const budget = removed === this.#removed ? this.#budget : this.#second;
    return new TreeFilter({ root: part.path, blocked, removed, budget, isKnownPlain: this.#isKnownPlain });
  }
}

const NOTHING_BLOCKED = joinBlockedPatterns([]);
const UNLISTED = () => new RemovedPaths();

function lastCause(part: HistoryPart): Cause {
  return part.steps.at(-1)?.cause ?? "dropped";
}

function isEmptied(before: unknown, left: unknown): boolean {
  return (
    isObject(before) && isObject(left) && Object.keys(before).length > 0 && Object.keys(left).length === 0
  );
}
