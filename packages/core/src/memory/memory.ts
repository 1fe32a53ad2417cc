import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { plainJson } from "../scoping/plain-json";
import { parseTimestamp } from "../session/timestamp";

/** One thing that agents remember. Never changed by Baton: its source belongs to the agents. */
export interface MemoryFacts {
  /** Its own ID, or one of its content, which stays if the memory moves to another line. */
  readonly id: string;
  /** First line in the source, from 1; null if its event has no place in a file. */
  readonly line: number | null;
  /** Everything that its source says about it, in which field rules find names. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly author: string | null;
  readonly sessionId: string | null;
  readonly tags: readonly string[];
  /** Milliseconds since 1970; null if unknown, or if it never expires. */
  readonly createdAt: number | null;
  readonly expiresAt: number | null;
}

/** A memory in a file of a project. */
export interface Memory extends MemoryFacts {
  /** Below the project, with `/`. */
  readonly source: string;
  readonly line: number;
}

const ID_LENGTH = 12;

/** Returns the ID of a memory that has none of its own. */
export function memoryIdOf(content: Readonly<Record<string, unknown>>): string {
  return `memory-${bytesToHex(sha256(utf8ToBytes(plainJson(content)))).slice(0, ID_LENGTH)}`;
}

const text = z.string().nullish().catch(null);
/** A line of `memories.jsonl`. Agents write it in many forms; keeps unknown keys as content. */
const MemoryLine = z.looseObject({
  id: text,
  agent_id: text,
  agent: text,
  author: text,
  session_id: text,
  created_at: text,
  timestamp: text,
  expires_at: text,
  tags: z.array(z.string()).catch([]),
});

/** Keys about a memory, which are not its content. */
const FRAME = new Set([
  "id",
  "agent_id",
  "agent",
  "author",
  "session_id",
  "created_at",
  "timestamp",
  "expires_at",
  "tags",
]);

/** Reads JSON lines of memories. Skips other lines than JSON objects. */
export function parseMemoryLines(source: string, jsonl: string): Memory[] {
  return jsonl.split("\n").flatMap((line, index): Memory[] => {
    const facts = readMemoryLine(parseOrNull(line));
    return facts ? [{ ...facts, source, line: index + 1 }] : [];
  });
}

/** Reads a line of `memories.jsonl`; null if it is not a JSON object. */
export function readMemoryLine(json: unknown): MemoryFacts | null {
  const parsed = MemoryLine.safeParse(json);
  if (!parsed.success) return null;
  const { id, agent_id, agent, author, session_id, created_at, timestamp, expires_at, tags } = parsed.data;
  const content = Object.fromEntries(Object.entries(parsed.data).filter(([key]) => !FRAME.has(key)));
  return {
    id: id || memoryIdOf(content),
    line: null,
    content,
    author: agent_id ?? agent ?? author ?? null,
    sessionId: session_id ?? null,
    tags,
    createdAt: timeOf(created_at ?? timestamp),
    expiresAt: timeOf(expires_at),
  };
}

const HEADING = /^#{1,6}\s+(.*\S)/;
const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s+(\S.*)$/;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * Reads Markdown with instructions and notes (`CLAUDE.md`, `AGENTS.md`, memory folders): each list item at the
 * margin and each paragraph is a memory, tagged with the heading above it.
 */
export function parseMemoryNotes(source: string, markdown: string): Memory[] {
  const found: { line: number; text: string; tags: readonly string[] }[] = [];
  let [tags, isOpen, isCode]: [readonly string[], boolean, boolean] = [[], false, false];
  for (const [index, line] of withoutFrontMatter(markdown.split("\n"))) {
    if (FENCE.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : HEADING.exec(line)?.[1];
    const item = isCode ? undefined : ITEM.exec(line)?.[1];
    const last = found.at(-1);
    if (heading !== undefined) [tags, isOpen] = [[heading], false];
    else if (item !== undefined) found.push({ line: index + 1, text: item, tags });
    else if (line.trim() === "" && !isCode) isOpen = false;
    else if (isOpen && last) last.text += `\n${line.trimEnd()}`;
    else found.push({ line: index + 1, text: line.trim(), tags });
    if (heading === undefined && line.trim() !== "") isOpen = true;
  }
  return found.map(({ line, text: content, tags: own }) => ({
    id: memoryIdOf({ text: content }),
    source,
    line,
    content: { text: content },
    author: null,
    sessionId: null,
    tags: own,
    createdAt: null,
    expiresAt: null,
  }));
}

/** Returns the lines with their positions, without front matter. */
function withoutFrontMatter(lines: readonly string[]): [number, string][] {
  const end = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  return lines.map((line, index): [number, string] => [index, line]).slice(end + 1);
}

/** Returns a time in milliseconds since 1970; null without a valid one. */
export function timeOf(text: string | null | undefined): number | null {
  const parsed = text ? parseTimestamp(text, Number.POSITIVE_INFINITY) : null;
  return parsed?.ok ? parsed.milliseconds : null;
}

function parseOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
