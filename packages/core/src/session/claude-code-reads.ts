import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Block, TranscriptLine } from "./claude-code-line";

const CHANGING_TOOLS = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);

/** Files that are remembered, the latest ones: a file that was read long ago counts as new. */
const MOST_READS = 200;
const HASH_LENGTH = 12;

/**
 * Counts the files of a line that its agent read before, in the same part, and that no tool changed since.
 *
 * @param before `reads` of the line before.
 * @returns the number, and the hashes of what was read so far.
 */
export function countRereads(
  { agentId = "", message }: TranscriptLine,
  before: readonly string[],
): { rereadCount: number; reads: readonly string[] } {
  const content = message?.content;
  const uses = Array.isArray(content) ? content.filter(({ type }) => type === "tool_use") : [];
  let rereadCount = 0;
  let reads = before;
  for (const { name = "", input } of uses) {
    if (input?.file_path === undefined) continue;
    const file = hashOf(input.file_path);
    if (CHANGING_TOOLS.has(name)) reads = reads.filter((read) => !read.startsWith(file));
    if (name !== "Read") continue;
    const read = `${file}${hashOf([agentId, partOf(input)])}`;
    if (reads.includes(read)) rereadCount += 1;
    reads = [...reads.filter((each) => each !== read), read].slice(-MOST_READS);
  }
  return { rereadCount, reads };
}

/** Returns the lines and pages that a read asks for. */
function partOf({ offset, limit, pages }: NonNullable<Block["input"]>): unknown {
  return [offset ?? null, limit ?? null, pages ?? null];
}

function hashOf(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(value)))).slice(0, HASH_LENGTH);
}
