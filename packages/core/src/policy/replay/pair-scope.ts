import type { OutlineEntry } from "../../session/context-handoff";
import { isAgentRoot, readOutlinePath } from "../outline-path";
import { causeOf, type LeafOutcome, type OutlineScope } from "../scope-outline";

/** What two policies make of one handoff. Sizes in tokens, as the outline adds them up. */
export interface OutlineReplay {
  readonly totalTokens: number;
  readonly keptNow: number;
  readonly keptWithDraft: number;
  /** The leaves that pass under one policy and not under the other. */
  readonly changes: readonly { readonly entry: OutlineEntry; readonly passesWithDraft: boolean }[];
}

interface KnownLeaf {
  /** The agent's output or the part that it lies in. */
  readonly root: string;
  readonly now: LeafOutcome;
  readonly draft: LeafOutcome;
}

/** Replays outlines of handoffs between two agents under two policies; what becomes of a path is worked out once. */
export class PairScope {
  readonly now: OutlineScope;
  readonly draft: OutlineScope;
  readonly #leaves = new Map<string, KnownLeaf>();

  /** How many paths it remembers the outcome of. */
  get knownLeaves(): number {
    return this.#leaves.size;
  }

  constructor(now: OutlineScope, draft: OutlineScope) {
    this.now = now;
    this.draft = draft;
  }

  replay(outline: readonly OutlineEntry[]): OutlineReplay {
    const [now, draft] = [new KeptTokens(this.now.summaryTokens), new KeptTokens(this.draft.summaryTokens)];
    const changes = [];
    let totalTokens = 0;
    for (const entry of outline) {
      const leaf = this.#leafAt(entry.path);
      totalTokens += entry.tokens;
      const passesNow = causeOf(leaf.now, entry) === null;
      const passesWithDraft = causeOf(leaf.draft, entry) === null;
      if (passesNow) now.add(leaf.root, entry.tokens);
      if (passesWithDraft) draft.add(leaf.root, entry.tokens);
      if (passesNow !== passesWithDraft) changes.push({ entry, passesWithDraft });
    }
    return { totalTokens, keptNow: now.total(), keptWithDraft: draft.total(), changes };
  }

  #leafAt(path: string): KnownLeaf {
    const known = this.#leaves.get(path);
    if (known) return known;
    const { root } = readOutlinePath(path);
    const leaf = { root: root.key, now: this.now.outcomeOf(path), draft: this.draft.outcomeOf(path) };
    this.#leaves.set(path, leaf);
    return leaf;
  }
}

/** Adds up what passes; an output that is summarised passes as many tokens as its summary may have, and no more. */
class KeptTokens {
  readonly #summaryTokens: number | null;
  readonly #byOutput = new Map<string, number>();
  #others = 0;

  constructor(summaryTokens: number | null) {
    this.#summaryTokens = summaryTokens;
  }

  add(root: string, tokens: number): void {
    if (this.#summaryTokens === null || !isAgentRoot(root)) this.#others += tokens;
    else this.#byOutput.set(root, (this.#byOutput.get(root) ?? 0) + tokens);
  }

  total(): number {
    let total = this.#others;
    for (const tokens of this.#byOutput.values()) total += Math.min(tokens, this.#summaryTokens ?? tokens);
    return total;
  }
}
