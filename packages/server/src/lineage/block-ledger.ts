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

/** The earliest block of what one key identifies, for one source, in one session. */
export interface BlockMark extends Block {
  readonly key: string;
  readonly source: string;
  readonly field: string;
  readonly name: string;
}

/** Handoffs from `from` on and before `until` that may leak what is now known to be blocked earlier. */
export interface LedgerGap {
  readonly from: HandoffPlace;
  /** Null: to the end of the family. */
  readonly until: HandoffPlace | null;
}

/** A block without the key: what one handoff adds. */
type BlockingHandoff = Pick<Block, "place" | "sessionId" | "eventId" | "fromAgent" | "ruleId">;

/**
 * The earliest blocks of each session of a family, by receiver and key. A leak depends on these alone, so the
 * result does not depend on the order in which handoffs arrive.
 */
export class BlockLedger {
  readonly #marks = new Map<string, BlockMark[]>();
  readonly #changed = new Set<BlockMark>();
  #gap: LedgerGap | null = null;

  constructor(marks: Iterable<BlockMark> = []) {
    for (const mark of marks) this.#set(mark);
  }

  /** Marks that `add` created or moved to an earlier handoff. */
  get changed(): readonly BlockMark[] {
    return [...this.#changed];
  }

  /** Handoffs of the family that must be searched again after `add`; null if none. */
  get gap(): LedgerGap | null {
    return this.#gap;
  }

  /**
   * @param options.isNewToFamily true if other sessions may not have been searched for the known blocks of this
   *   one, because it was linked to them later.
   */
  add(
    { place, sessionId, eventId, fromAgent, ruleId }: BlockingHandoff,
    traces: readonly BlockedTrace[],
    { isNewToFamily = false } = {},
  ): void {
    const handoff = { place, sessionId, eventId, fromAgent, ruleId };
    for (const { key, source, field, name, isRemoved, entry } of traces) {
      const cause = isRemoved ? (entry.cause ?? null) : null;
      const mark: BlockMark = { ...handoff, key, source, field, name, isRemoved, cause };
      const same = (this.#marks.get(key) ?? []).filter((known) => known.source === source);
      const own = same.find((known) => known.sessionId === sessionId);
      const order = own ? compareBlocks(mark, own) : -1;
      if (order > 0 || (order === 0 && !isNewToFamily)) continue;
      if (order < 0) {
        if (own) this.#changed.delete(own);
        this.#changed.add(mark);
        this.#set(mark);
      }
      const known = order < 0 ? same : same.filter((one) => one !== own);
      const earliest = known.length > 0 ? earliestOf(known) : null;
      if (!earliest || compareBlocks(mark, earliest) < 0) this.#widen(mark.place, earliest?.place ?? null);
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
    const before = (key: string) => (this.#marks.get(key) ?? []).filter((mark) => isBefore(mark, place));
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
    const others = (this.#marks.get(mark.key) ?? []).filter(
      ({ source, sessionId }) => source !== mark.source || sessionId !== mark.sessionId,
    );
    this.#marks.set(mark.key, [...others, mark]);
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
