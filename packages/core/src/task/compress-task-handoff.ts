import { type RedactedDocument, redactDocument } from "../content/check-document";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { countTokens } from "../tokens/count-tokens";
import { relativizePath } from "./dependency-path";
import { minifyInterface } from "./minify-interface";
import { shortenNote } from "./shorten-note";
import { TaskHandoff, taskHandoffTokens } from "./task-handoff";

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
  /** Matches of content rules, which are not in the handoff. */
  readonly content: Omit<RedactedDocument, "document">;
}

/**
 * Compresses a task handoff without changing its meaning: interfaces without comments and white space, notes
 * without filler words, paths relative to the project root. A text that would not be smaller stays.
 *
 * @param options.projectRoot absolute path of the project, to shorten absolute dependencies; without one they
 * stay.
 * @param options.contentPolicy policy, compiled with detectors: what its content rules redact or block is removed.
 * @throws z.ZodError if a rule removes a number that a task handoff needs.
 * @returns the compressed handoff, with its sizes in tokens before and after. Never changes its input.
 */
export function compressTaskHandoff(
  handoff: TaskHandoff,
  { projectRoot, contentPolicy }: { projectRoot?: string; contentPolicy?: CompiledPolicy } = {},
): CompressedTaskHandoff {
  const minified = Object.entries(handoff.interfaces).map(
    ([name, text]) => [name, text, minifyInterface(text)] as const,
  );
  const smallest: TaskHandoff = {
    ...handoff,
    interfaces: Object.fromEntries(
      minified.map(([name, text, smaller]) => [name, smallerOf(text, smaller ?? text)]),
    ),
    criticalNotes: handoff.criticalNotes.map((note) => smallerOf(note, shortenNote(note))),
    dependencies: handoff.dependencies.map((path) =>
      smallerOf(path, relativizePath(path, projectRoot ?? null)),
    ),
  };
  const agents = { from: handoff.fromAgent, to: [handoff.toAgent] };
  const { document, ...content } = redactDocument(contentPolicy, agents, smallest);
  const compressed = document === smallest ? smallest : TaskHandoff.parse(document);
  return {
    handoff: compressed,
    compression: {
      interfaces: compare(Object.values(handoff.interfaces), Object.values(compressed.interfaces)),
      notes: compare(handoff.criticalNotes, compressed.criticalNotes),
      dependencies: compare(handoff.dependencies, compressed.dependencies),
      handoff: { before: taskHandoffTokens(handoff), after: taskHandoffTokens(compressed) },
    },
    skippedInterfaces: minified.filter(([, , smaller]) => smaller === null).map(([name]) => name),
    content,
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
