import type { ConversationMessage } from "./conversation";
import { createAllowances, FACT_CLASSES, type FactClass, findFacts } from "./find-facts";
import { TextAfter } from "./text-after";

/** Loss of one class of facts. */
export interface ClassLoss {
  /** Number of different facts in the text before. */
  readonly total: number;
  /** Number of them in the text after. */
  readonly kept: number;
  /** `kept` ÷ `total`, from 0 to 1; null without facts. */
  readonly share: number | null;
  /** Lost facts, in the order of the text before. */
  readonly gone: readonly string[];
}

export type LossReport = Readonly<Record<FactClass, ClassLoss>>;

/**
 * Compares the texts before and after a compaction by class of facts.
 *
 * Paths, commands and numbers count as kept if they appear letter by letter; a path also without its first
 * folders. Decisions and instructions count as kept if a sentence shares three of five of their words,
 * because summaries reword them; `isDecision` and `isInstruction` detect them. Takes linear time.
 *
 * @param before a text or a conversation, whose tool results do not count.
 */
export function reportLoss(before: string | readonly ConversationMessage[], after: string): LossReport {
  const comparison = new LossComparison();
  comparison.addAfter(after);
  comparison.addBefore(before);
  return comparison.report();
}

/** Characters compared at once; takes some hundredths of a second. */
const PIECE = 50_000;
/**
 * Messages up to this length are compared as a whole, because host text and code are recognized by their
 * start and end.
 */
const MAX_WHOLE = 200_000;

/**
 * Does the same piece by piece, to let other work run.
 *
 * @param pause awaited after each piece.
 */
export async function reportLossInPieces(
  before: readonly ConversationMessage[],
  after: string,
  pause: () => Promise<void>,
): Promise<LossReport> {
  const comparison = new LossComparison();
  for (const piece of cut(after)) {
    comparison.addAfter(piece);
    await pause();
  }
  for (const piece of gather(before.filter(({ speaker }) => speaker !== "tool"))) {
    comparison.addBefore(piece);
    await pause();
  }
  return comparison.report();
}

/** A comparison of two texts; the one after is added first. */
class LossComparison {
  readonly #after = new TextAfter();
  readonly #allowances = createAllowances();
  /** The facts of the text before, and whether the text after contains each. */
  readonly #facts = mapClasses(() => new Map<string, boolean>());

  addAfter(text: string): void {
    this.#after.add(text);
  }

  addBefore(text: string | readonly ConversationMessage[]): void {
    const found = findFacts(text, this.#allowances);
    for (const name of FACT_CLASSES) {
      const facts = this.#facts[name];
      for (const fact of found[name]) if (!facts.has(fact)) facts.set(fact, this.#stands(name, fact));
    }
  }

  report(): LossReport {
    return mapClasses((name) => lossOf(this.#facts[name]));
  }

  #stands(name: FactClass, fact: string): boolean {
    switch (name) {
      case "file_paths":
        return this.#after.containsPath(fact);
      case "commands":
        return this.#after.containsCommand(fact);
      case "numbers":
        return this.#after.containsNumber(fact);
      case "decisions":
      case "instructions":
        return this.#after.says(fact);
    }
  }
}

/** Groups messages into pieces, and splits longer ones. */
function* gather(messages: readonly ConversationMessage[]): Generator<ConversationMessage[]> {
  let piece: ConversationMessage[] = [];
  let length = 0;
  for (const message of messages) {
    for (const part of partsOf(message)) {
      piece.push(part);
      length += sizeOf(part);
      if (length < PIECE) continue;
      yield piece;
      piece = [];
      length = 0;
    }
  }
  if (piece.length > 0) yield piece;
}

/** Yields a message in parts: its words, split if there are very many, then each call. */
function* partsOf({ speaker, text, calls = [] }: ConversationMessage): Generator<ConversationMessage> {
  for (const words of text.length > MAX_WHOLE ? cut(text) : [text]) yield { speaker, text: words };
  for (const call of calls) yield { speaker, text: "", calls: [call] };
}

/** Size in characters of a call that names nothing. */
const CALL = 20;

/** Returns the length of a message in characters, including the names in its calls. */
export function sizeOf({ text, calls = [] }: ConversationMessage): number {
  return calls.reduce(
    (sum, { command, path }) => sum + CALL + (command?.length ?? 0) + (path?.length ?? 0),
    text.length,
  );
}

/** Yields a text in pieces that end at line ends if possible. */
function* cut(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > PIECE) {
    const line = text.lastIndexOf("\n", from + PIECE) + 1;
    const to = line > from ? line : from + PIECE;
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

/** Returns the counts of a loss report without the facts, for an event. */
export function lossMetrics(report: LossReport): Record<FactClass, { total: number; kept: number }> {
  return mapClasses((name) => ({ total: report[name].total, kept: report[name].kept }));
}

function mapClasses<T>(map: (name: FactClass) => T): Record<FactClass, T> {
  const [file_paths, commands, numbers, decisions, instructions] = FACT_CLASSES;
  return {
    file_paths: map(file_paths),
    commands: map(commands),
    numbers: map(numbers),
    decisions: map(decisions),
    instructions: map(instructions),
  };
}

function lossOf(facts: ReadonlyMap<string, boolean>): ClassLoss {
  const gone = [...facts].flatMap(([fact, stands]) => (stands ? [] : [fact]));
  const [total, kept] = [facts.size, facts.size - gone.length];
  return { total, kept, share: total === 0 ? null : kept / total, gone };
}
