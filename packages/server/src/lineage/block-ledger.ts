import { groupBy } from "@baton/core/internal";
import {
  type Block,
  comparePlaces,
  type HandoffPlace,
  LEAK_EVIDENCES,
  type Leak,
  type LeakEvidence,
} from "./leak";
import type { BlockedTrace, PassedTrace } from "./leak-traces";

/** The earliest block of what one key identifies, for one source. */
export interface BlockMark extends Block {
  readonly key: string;
  readonly source: string;
  readonly field: string;
  readonly name: string;
}

/** Handoffs from `from` on and before `until` that may leak what is now known to be blocked earlier. */
export interface LedgerGap {
  readonly from: HandoffPlace;
  /** Null: to the end of the session. */
  readonly until: HandoffPlace | null;
}

/** A block without the key: what one handoff adds. */
type BlockingHandoff = Pick<Block, "place" | "eventId" | "fromAgent" | "ruleId">;

/**
 * The earliest blocks of a session, by receiver and key. A leak depends on these alone, so the result does not
 * depend on the order in which handoffs arrive.
 */
export class BlockLedger {
  readonly #marks = new Map<string, Map<string, BlockMark>>();
  readonly #changed = new Set<BlockMark>();
  #gap: LedgerGap | null = null;

  constructor(marks: Iterable<BlockMark> = []) {
    for (const mark of marks) this.#set(mark);
  }

  /** Marks that `add` created or moved to an earlier handoff. */
  get changed(): readonly BlockMark[] {
    return [...this.#changed];
  }

  /** Handoffs that must be searched again after `add`; null if none. */
  get gap(): LedgerGap | null {
    return this.#gap;
  }

  add({ place, eventId, fromAgent, ruleId }: BlockingHandoff, traces: readonly BlockedTrace[]): void {
    const handoff = { place, eventId, fromAgent, ruleId };
    for (const { key, source, field, name, isRemoved, entry } of traces) {
      const cause = isRemoved ? (entry.cause ?? null) : null;
      const mark: BlockMark = { ...handoff, key, source, field, name, isRemoved, cause };
      const known = this.#marks.get(key)?.get(source);
      if (known && compareBlocks(known, mark) <= 0) continue;
      if (known) this.#changed.delete(known);
      this.#changed.add(mark);
      this.#set(mark);
      this.#widen(mark.place, known?.place ?? null);
    }
  }

  /**
   * Finds the blocked fields that reach their receiver at a handoff. The blocks of this handoff and of all
   * earlier ones must be in the ledger.
   */
  findLeaks(place: HandoffPlace, passed: readonly PassedTrace[]): Leak[] {
    if (this.#marks.size === 0) return [];
    const found = passed.flatMap((leaf) => this.#recognize(place, leaf));
    return [...groupBy(found, ({ name }) => name)].map(([name, matches]) => {
      const earliest = earliestOf(matches.map(({ mark }) => mark));
      const places = matches.map(({ leaf: { path, tokens }, by }) => ({ path, tokens, by }));
      const { key: _, source: __, name: ___, field, ...block } = earliest;
      const by = bestOf(places.map((one) => one.by));
      return { name, field, by, tokens: places.reduce((sum, one) => sum + one.tokens, 0), places, block };
    });
  }

  /** The blocked fields that a leaf is known to be, each with the best evidence and the earliest block. */
  #recognize(place: HandoffPlace, leaf: PassedTrace) {
    const before = (key: string) =>
      [...(this.#marks.get(key)?.values() ?? [])].filter((mark) => isBefore(mark, place));
    const copied = leaf.textKey === null ? [] : before(leaf.textKey);
    const matches = [
      ...leaf.fieldKeys.flatMap(before).map((mark) => ({ mark, by: "same_field" as const })),
      ...copied.slice(0, 1).map(() => ({ mark: earliestOf(copied), by: "same_text" as const })),
      ...leaf.nameKeys
        .flatMap(before)
        .filter(({ source }) => source !== leaf.source)
        .map((mark) => ({ mark, by: "same_name" as const })),
    ];
    return [...groupBy(matches, ({ mark }) => mark.name)].map(([name, same]) => ({
      name,
      leaf,
      by: bestOf(same.map(({ by }) => by)),
      mark: earliestOf(same.map(({ mark }) => mark)),
    }));
  }

  #set(mark: BlockMark): void {
    const sources = this.#marks.get(mark.key) ?? new Map<string, BlockMark>();
    sources.set(mark.source, mark);
    this.#marks.set(mark.key, sources);
  }

  #widen(from: HandoffPlace, until: HandoffPlace | null): void {
    const gap = this.#gap;
    if (!gap) this.#gap = { from, until };
    else {
      this.#gap = {
        from: comparePlaces(from, gap.from) < 0 ? from : gap.from,
        until: until && gap.until && (comparePlaces(until, gap.until) > 0 ? until : gap.until),
      };
    }
  }
}

/** At one handoff, a removal comes before a field that passed despite the block. */
function compareBlocks(a: Block, b: Block): number {
  return comparePlaces(a.place, b.place) || Number(b.isRemoved) - Number(a.isRemoved);
}

/**
 * Returns whether what a handoff passes can leak a block. A field that passes despite its block is a
 * violation at that handoff; only later copies leak it.
 */
function isBefore(block: Block, place: HandoffPlace): boolean {
  const order = comparePlaces(block.place, place);
  return order < 0 || (order === 0 && block.isRemoved);
}

function earliestOf(marks: readonly BlockMark[]): BlockMark {
  return marks.reduce((first, mark) => (compareMarks(mark, first) < 0 ? mark : first));
}

/** Blocks of one handoff need an order too, so that the result has one. */
function compareMarks(a: BlockMark, b: BlockMark): number {
  return (
    compareBlocks(a, b) || (a.key < b.key ? -1 : Number(a.key > b.key)) || (a.source < b.source ? -1 : 1)
  );
}

function bestOf(evidences: readonly LeakEvidence[]): LeakEvidence {
  return LEAK_EVIDENCES.find((evidence) => evidences.includes(evidence)) ?? "same_name";
}
