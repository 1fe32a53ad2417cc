/**
 * A file of the sample: where it stands below the sample's folder,
 * with `/` between folders, and what it holds.
 */
export interface SampleFile {
  path: string;
  content: string;
  /** How `content` stands for the file's bytes; without it that is UTF-8. */
  encoding?: "base64";
  /**
   * A manifest that its agent wrote by itself, with the faults that this brings, and did not save with Baton.
   */
  isByHand?: boolean;
}

/** One JSON document a line, as session files and transcripts are written. */
export function toJsonLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
