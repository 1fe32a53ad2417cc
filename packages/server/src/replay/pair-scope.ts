import type { OutlineEntry } from "@baton/core";
import {
  causeOf,
  isAgentRoot,
  type LeafOutcome,
  type OutlineScope,
  readOutlinePath,
} from "@baton/core/internal";
import type { FieldTally, TalliedField } from "./field-tally";

/** Counters of fields that pass under one policy but not the other. */
interface ChangeTallies {
  readonly letThrough: FieldTally;
  readonly blocked: FieldTally;
}

interface KnownLeaf {
  readonly path: string;
  /** The agent's output, or the part, that contains it. */
  readonly root: string;
  readonly now: LeafOutcome;
  readonly draft: LeafOutcome;
  letThrough: TalliedField | null;
  blocked: TalliedField | null;
  /**
   * The leaf that followed last time: outlines of a pair are similar, and comparing is faster than a lookup.
   */
  next: KnownLeaf | null;
}

/**
 * Replays outlines of handoffs between two agents under two policies; computes the outcome of each path once.
 */
export class PairScope {
  readonly now: OutlineScope;
  readonly draft: OutlineScope;
  readonly #pair: { from: string; to: string };
  readonly #tallies: ChangeTallies;
  readonly #leaves = new Map<string, KnownLeaf>();
  readonly #start: { next: KnownLeaf | null } = { next: null };

  constructor(
    pair: { from: string; to: string },
    scopes: { now: OutlineScope; draft: OutlineScope },
    tallies: ChangeTallies,
  ) {
    this.now = scopes.now;
    this.draft = scopes.draft;
    this.#pair = pair;
    this.#tallies = tallies;
  }

  /** Number of paths with a remembered outcome. */
  get knownLeaves(): number {
    return this.#leaves.size;
  }

  /**
   * Replays one handoff, and tallies the fields that change.
   *
   * @returns ≈ the tokens that pass now and with the draft: the exact size before
   *   times the share of the outline that passes.
   */
  replay(
    outline: readonly OutlineEntry[],
    handoff: { beforeTokens: number; sessionId: string | null },
  ): { afterNow: number; afterWithDraft: number } {
    let outlineTokens = 0;
    for (const { tokens } of outline) outlineTokens += tokens;
    const { beforeTokens } = handoff;
    if (outlineTokens === 0) return { afterNow: beforeTokens, afterWithDraft: beforeTokens };

    const scale = beforeTokens / outlineTokens;
    const [now, draft] = [new KeptTokens(this.now.summaryTokens), new KeptTokens(this.draft.summaryTokens)];
    let previous: { next: KnownLeaf | null } = this.#start;
    for (const entry of outline) {
      let leaf = previous.next;
      if (leaf?.path !== entry.path) {
        leaf = this.#leafAt(entry.path);
        previous.next = leaf;
      }
      previous = leaf;
      const passesNow = causeOf(leaf.now, entry) === null;
      const passesWithDraft = causeOf(leaf.draft, entry) === null;
      if (passesNow) now.add(leaf.root, entry.tokens);
      if (passesWithDraft) draft.add(leaf.root, entry.tokens);
      if (passesNow === passesWithDraft) continue;
      const field = passesWithDraft ? this.#letThrough(leaf) : this.#blocked(leaf);
      field.add(entry.tokens * scale, handoff.sessionId);
    }
    return { afterNow: now.total() * scale, afterWithDraft: draft.total() * scale };
  }

  #leafAt(path: string): KnownLeaf {
    const known = this.#leaves.get(path);
    if (known) return known;
    const leaf: KnownLeaf = {
      path,
      root: readOutlinePath(path).root.key,
      now: this.now.outcomeOf(path),
      draft: this.draft.outcomeOf(path),
      letThrough: null,
      blocked: null,
      next: null,
    };
    this.#leaves.set(path, leaf);
    return leaf;
  }

  #letThrough(leaf: KnownLeaf): TalliedField {
    leaf.letThrough ??= this.#tallies.letThrough.fieldAt({ ...this.#pair, path: leaf.path });
    return leaf.letThrough;
  }

  #blocked(leaf: KnownLeaf): TalliedField {
    leaf.blocked ??= this.#tallies.blocked.fieldAt({ ...this.#pair, path: leaf.path });
    return leaf.blocked;
  }
}

/** Adds up the tokens that pass; a summarized output passes at most the size of its summary. */
class KeptTokens {
  readonly #summaryTokens: number | null;
  #byOutput: Map<string, number> | null = null;
  #others = 0;

  constructor(summaryTokens: number | null) {
    this.#summaryTokens = summaryTokens;
  }

  add(root: string, tokens: number): void {
    if (this.#summaryTokens === null || !isAgentRoot(root)) {
      this.#others += tokens;
      return;
    }
    this.#byOutput ??= new Map();
    this.#byOutput.set(root, (this.#byOutput.get(root) ?? 0) + tokens);
  }

  total(): number {
    let total = this.#others;
    for (const tokens of this.#byOutput?.values() ?? [])
      total += Math.min(tokens, this.#summaryTokens ?? tokens);
    return total;
  }
}
