/** A file of the sample. */
export interface SampleFile {
  /** Path below the sample's folder, with `/` between folders. */
  path: string;
  content: string;
  /** The encoding of the file's bytes in `content`; UTF-8 by default. */
  encoding?: "base64";
  /** True for a manifest that its agent wrote itself, with errors, and did not save with Baton. */
  isByHand?: boolean;
}

/** Returns one JSON document per line, like session files and transcripts. */
export function toJsonLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Returns an indented JSON file. */
export function toJsonFile(path: string, document: unknown): SampleFile {
  return { path, content: `${JSON.stringify(document, null, 2)}\n` };
}
