import { countTokens } from "../tokens/count-tokens";
import { relativizePath } from "./dependency-path";
import { minifyInterface } from "./minify-interface";
import { shortenNote } from "./shorten-note";
import { type TaskHandoff, taskHandoffTokens } from "./task-handoff";

/** A size before and after, in tokens (`cl100k_base`). */
export interface SizeChange {
  readonly before: number;
  readonly after: number;
}

/** Result of a compression. Parts are counted text by text; `handoff` is the compact JSON of the whole. */
export interface TaskCompression {
  readonly interfaces: SizeChange;
  readonly notes: SizeChange;
  readonly dependencies: SizeChange;
  readonly handoff: SizeChange;
}

export interface CompressedTaskHandoff {
  readonly handoff: TaskHandoff;
  readonly compression: TaskCompression;
  /** Names of unchanged interfaces, which are not TypeScript types and signatures. */
  readonly skippedInterfaces: readonly string[];
}

/**
 * Compresses a task handoff without changing its meaning: interfaces without comments and white space, notes
 * without filler words, paths relative to the project root. A text that would not be smaller stays.
 *
 * @param options.projectRoot absolute path of the project, to shorten absolute dependencies; without one they
 * stay.
 * @returns the compressed handoff, with its sizes in tokens before and after. Never changes its input.
 */
export function compressTaskHandoff(
  handoff: TaskHandoff,
  { projectRoot }: { projectRoot?: string } = {},
): CompressedTaskHandoff {
  const minified = Object.entries(handoff.interfaces).map(
    ([name, text]) => [name, text, minifyInterface(text)] as const,
  );
  const compressed: TaskHandoff = {
    ...handoff,
    interfaces: Object.fromEntries(
      minified.map(([name, text, smaller]) => [name, smallerOf(text, smaller ?? text)]),
    ),
    criticalNotes: handoff.criticalNotes.map((note) => smallerOf(note, shortenNote(note))),
    dependencies: handoff.dependencies.map((path) =>
      smallerOf(path, relativizePath(path, projectRoot ?? null)),
    ),
  };
  return {
    handoff: compressed,
    compression: {
      interfaces: compare(Object.values(handoff.interfaces), Object.values(compressed.interfaces)),
      notes: compare(handoff.criticalNotes, compressed.criticalNotes),
      dependencies: compare(handoff.dependencies, compressed.dependencies),
      handoff: { before: taskHandoffTokens(handoff), after: taskHandoffTokens(compressed) },
    },
    skippedInterfaces: minified.filter(([, , smaller]) => smaller === null).map(([name]) => name),
  };
}

function smallerOf(text: string, other: string): string {
  return countTokens(other) < countTokens(text) ? other : text;
}

function compare(before: readonly string[], after: readonly string[]): SizeChange {
  return { before: sumTokens(before), after: sumTokens(after) };
}

function sumTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countTokens(text), 0);
}
