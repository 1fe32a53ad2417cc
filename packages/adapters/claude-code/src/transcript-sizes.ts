import * as z from "zod/mini";
import { readHead, readLastLines, withFile } from "./file-tail";

/** Transcripts grow to hundreds of megabytes; recent events are at their end. */
const TAIL_BYTES = 1024 * 1024;
const HEAD_BYTES = 256 * 1024;

const tokens = z.catch(z.optional(z.number().check(z.minimum(0))), undefined);
const text = z.catch(z.optional(z.string()), undefined);

const Usage = z.object({
  input_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
});

const Block = z.catch(z.object({ text }), {});
const Message = z.object({
  model: text,
  usage: z.catch(z.optional(Usage), undefined),
  content: z.catch(z.optional(z.union([z.string(), z.array(Block)])), undefined),
});

const Metadata = z.object({ trigger: text, preTokens: tokens, postTokens: tokens });

const Line = z.object({
  type: text,
  subtype: text,
  uuid: text,
  isSidechain: z.catch(z.optional(z.boolean()), undefined),
  isCompactSummary: z.catch(z.optional(z.boolean()), undefined),
  message: z.catch(z.optional(Message), undefined),
  compactMetadata: z.catch(z.optional(Metadata), undefined),
});
type Line = z.infer<typeof Line>;

/** The last compaction in a transcript. Sizes are tokens as counted by the provider; null if missing. */
export interface CompactionBoundary {
  /** Its `uuid`, which identifies it to readers of the transcript too. */
  identity: string | null;
  trigger: string | null;
  beforeTokens: number | null;
  afterTokens: number | null;
  /** The text that replaced the conversation. */
  summary: string | null;
}

interface TranscriptSizes {
  /** Last input of the model in tokens; null after a compaction or without a count. */
  contextTokens: number | null;
  boundary: CompactionBoundary | null;
  /** Context window of the model in tokens, if the transcript reports it. */
  windowTokens: number | null;
  /** The model of the last answer. */
  model: string | null;
}

const UNKNOWN: TranscriptSizes = { contextTokens: null, boundary: null, windowTokens: null, model: null };

/** Claude Code appends an unusual window to the name of the model. */
const LARGE_WINDOW = /"(?:model|resolvedModel)":"[^"]*\[1m\]"/;
export const LARGE_WINDOW_TOKENS = 1_000_000;

/** Reads the end of a transcript. An unreadable one gives no information. Never throws. */
export function readTranscriptSizes(path: string | undefined): TranscriptSizes {
  if (path === undefined) return UNKNOWN;
  try {
    const lines = withFile(path, (file) => readLastLines(file, TAIL_BYTES));
    const isLarge = lines.some((line) => LARGE_WINDOW.test(line));
    return { ...measure(lines), windowTokens: isLarge ? LARGE_WINDOW_TOKENS : null };
  } catch {
    return UNKNOWN;
  }
}

/**
 * Returns the input of a session's first message: instructions and tools, which survive a compaction. 0 if
 * unknown.
 */
export function readFirstContextTokens(path: string | undefined): number {
  if (path === undefined) return 0;
  try {
    const lines = withFile(path, (file) => readHead(file, HEAD_BYTES)).split("\n");
    for (const line of lines) {
      const first = contextTokens(parseLine(line));
      if (first !== null) return first;
    }
  } catch {
    return 0;
  }
  return 0;
}

/** Reads backwards to the last compaction: earlier text is no longer in the context. */
function measure(lines: readonly string[]): Omit<TranscriptSizes, "windowTokens"> {
  let model: string | null = null;
  let latest: number | null = null;
  let earliest: number | null = null;
  let summary: string | null = null;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = parseLine(lines[index] ?? "");
    if (line?.subtype === "compact_boundary") {
      const { trigger, preTokens, postTokens } = line.compactMetadata ?? {};
      const boundary = {
        identity: line.uuid ?? null,
        trigger: trigger ?? null,
        beforeTokens: preTokens ?? lastContextTokens(lines.slice(0, index)),
        afterTokens: postTokens ?? earliest,
        summary,
      };
      return { contextTokens: latest ?? postTokens ?? null, boundary, model };
    }
    if (line?.type === "assistant" && !line.isSidechain) model ??= line.message?.model ?? null;
    if (line?.isCompactSummary) summary = contentOf(line);
    earliest = contextTokens(line) ?? earliest;
    latest ??= earliest;
  }
  return { contextTokens: latest, boundary: null, model };
}

function lastContextTokens(lines: readonly string[]): number | null {
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const size = contextTokens(parseLine(lines[index] ?? ""));
    if (size !== null) return size;
  }
  return null;
}

const TELLING = /"usage"|"compact_boundary"|"isCompactSummary"/;

/**
 * Returns null for invalid lines and lines without a size. Most lines, and the longest ones, are not parsed.
 */
function parseLine(line: string): Line | null {
  if (!TELLING.test(line)) return null;
  try {
    const parsed = Line.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Returns the input of a model call as counted by its provider; null for subagents, which have another
 * context.
 */
function contextTokens(line: Line | null): number | null {
  const usage = line?.message?.usage;
  if (!usage || line.isSidechain || line.type !== "assistant") return null;
  const { input_tokens = 0, cache_creation_input_tokens = 0, cache_read_input_tokens = 0 } = usage;
  const size = Math.round(input_tokens + cache_creation_input_tokens + cache_read_input_tokens);
  return Number.isSafeInteger(size) && size > 0 ? size : null;
}

function contentOf({ message }: Line): string | null {
  const content = message?.content;
  if (content === undefined || typeof content === "string") return content ?? null;
  return content.map((block) => block.text ?? "").join("\n");
}

const VERSION = /"version":"(\d+\.\d+\.\d+)/;

/** Returns the version of the client that wrote the last line with one; null if unknown. */
export function readClientVersion(path: string | undefined): string | null {
  if (path === undefined) return null;
  try {
    const lines = withFile(path, (file) => readLastLines(file, TAIL_BYTES));
    return lines.findLast((line) => VERSION.test(line))?.match(VERSION)?.[1] ?? null;
  } catch {
    return null;
  }
}
