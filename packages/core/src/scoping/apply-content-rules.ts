import { checkContent, WITHHELD } from "../content/check-content";
import { type CompiledContentRule, rulesBetween } from "../content/compile-content-rules";
import { MAX_CONTENT_FINDINGS } from "../content/content-rule-names";
import type { ContentFinding } from "../session/content-finding";
import type { CompiledPolicy } from "./compile-policy";
import { addStep, type ContextPart, remainder } from "./context-part";
import type { HandoffPair } from "./handoff";
import { nameOfKey, pathOfKey } from "./key-name";
import { setOwn } from "./plain-data";
import { REMOVED } from "./removed";
import { MAX_DEPTH, ScopingError, ValueBudget } from "./scoping-error";

/** A number with at least this many characters is searched like a text. */
const MIN_NUMBER = 9;

/** Applies the content rules of a policy to one handoff, and collects what they find. */
export class ContentRules {
  readonly #policy: CompiledPolicy;
  readonly #pair: Pick<HandoffPair, "from" | "to">;
  readonly #findings = new Map<string, ContentFinding>();
  #budget = new ValueBudget();
  /** Number of texts that were withheld, because a rule failed. */
  #withheld = 0;
  #failure: string | null = null;
  #refusal: string | null = null;
  #isTruncated = false;

  constructor(policy: CompiledPolicy, pair: Pick<HandoffPair, "from" | "to">) {
    this.#policy = policy;
    this.#pair = pair;
  }

  /** Matches by rule and field: the first {@link MAX_CONTENT_FINDINGS}. */
  get findings(): ContentFinding[] {
    return [...this.#findings.values()];
  }

  /** The reason why a rule refuses the handoff, with what the sender can do; null if none does. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Sentences for the auditor, without content. */
  get notes(): string[] {
    const notes: string[] = [];
    if (this.#refusal !== null) notes.push(this.#refusal);
    if (this.#failure !== null)
      notes.push(`Content rules failed (${this.#failure}): ${this.#withheld} texts were withheld`);
    if (this.#isTruncated) notes.push("There were too many content findings to list all of them");
    return notes;
  }

  /** Applies the rules to what is left of each part. Unchanged subtrees stay shared. */
  apply(parts: readonly ContextPart[]): void {
    this.#apply(parts, (part) => this.rulesFor(part));
  }

  /** Applies these rules to what is left of one part. */
  applyTo(part: ContextPart, rules: CompiledContentRule[]): void {
    this.#apply([part], () => rules);
  }

  /** Applies them to texts that were changed since. Matches of rules that flag were counted before. */
  applyAgain(parts: readonly ContextPart[]): void {
    this.#apply(parts, (part) => this.rulesFor(part).filter(({ rule }) => rule.action !== "flag"));
  }

  #apply(parts: readonly ContextPart[], rulesFor: (part: ContextPart) => CompiledContentRule[]): void {
    if (this.#policy.contentRules.length === 0) return;
    this.#budget = new ValueBudget();
    for (const part of parts) {
      const rules = rulesFor(part);
      const left = remainder(part);
      if (rules.length > 0 && left !== REMOVED)
        addStep(part, "redacted", this.#read(left, part.path, rules, 0));
    }
  }

  /** Returns the rules for a part: the sender's, and those of the agent that wrote it. */
  rulesFor(part: ContextPart): CompiledContentRule[] {
    return this.rulesBy(part.kind === "output" ? [this.#pair.from, part.name] : [this.#pair.from]);
  }

  /** Returns the rules for what `authors` wrote or pass on; null if any agent may have written it. */
  rulesBy(authors: readonly string[] | null): CompiledContentRule[] {
    return rulesBetween(this.#policy.contentRules, authors, [this.#pair.to]);
  }

  /**
   * Returns a value without what rules redact or refuse.
   *
   * @param path outline path of the value, for findings.
   */
  readLeaf(value: unknown, rules: readonly CompiledContentRule[], path: string): unknown {
    const text = typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
    if (text === "" || (typeof value === "number" && text.length < MIN_NUMBER)) return value;
    const checked = checkContent(text, rules);
    if (checked.failure !== null) this.#failure ??= checked.failure;
    if (checked.text === WITHHELD) this.#withheld += 1;
    for (const [compiled, count] of checked.counts) this.#add(compiled, path, count);
    return checked.text === text ? value : checked.text;
  }

  #add({ rule }: CompiledContentRule, path: string, count: number): void {
    if (rule.action === "block") {
      this.#refusal ??= `The content rule ${rule.rule_id} refuses this handoff: ${rule.detector} in ${path}. Remove it and try again`;
    }
    const key = JSON.stringify([rule.rule_id, rule.action, path]);
    const known = this.#findings.get(key);
    if (known) known.count += count;
    else if (this.#findings.size >= MAX_CONTENT_FINDINGS) this.#isTruncated = true;
    else
      this.#findings.set(key, {
        rule_id: rule.rule_id,
        detector: rule.detector,
        path,
        count,
        action: rule.action,
      });
  }

  #read(value: unknown, path: string, rules: readonly CompiledContentRule[], depth: number): unknown {
    if (typeof value !== "object" || value === null) return this.readLeaf(value, rules, path);
    if (depth >= MAX_DEPTH) throw new ScopingError("too_deep");
    if (Array.isArray(value)) {
      this.#budget.spend(value.length);
      const elements: readonly unknown[] = value;
      const read = elements.map((element) => this.#read(element, `${path}[]`, rules, depth + 1));
      return read.some((element, index) => element !== elements[index]) ? read : value;
    }
    const copy: Record<string, unknown> = {};
    let isChanged = false;
    for (const [key, field] of Object.entries(value)) {
      this.#budget.spend(1);
      const read = this.#read(field, path + pathOfKey(nameOfKey(key)), rules, depth + 1);
      if (read !== field) isChanged = true;
      setOwn(copy, key, read);
    }
    return isChanged ? copy : value;
  }
}
