import { countTokens } from "../tokens/count-tokens";
import type { ContainedFolder } from "./contained-folder";
import { decodeText } from "./manifest-document";

/** The text of a file in a manifest's folder, and its size in tokens (`cl100k_base`). */
export interface TextFile {
  /** Below the folder, after symlinks. */
  readonly path: string;
  readonly text: string;
  readonly tokens: number;
}

export type ReadText = { ok: true; file: TextFile } | { ok: false; name: string; reason: string };

/**
 * Reads a file as text for an agent.
 *
 * @param name untrusted path below the folder.
 * @returns the file, or the reason why an agent cannot have it.
 */
export async function readText(folder: ContainedFolder, name: string): Promise<ReadText> {
  const found = await folder.read(name);
  switch (found.state) {
    case "read":
      return count(name, found.path, found.bytes);
    case "outside":
    case "unreadable":
      return { ok: false, name, reason: found.reason };
    case "missing":
      return { ok: false, name, reason: "it does not exist" };
    case "not_a_file":
      return { ok: false, name, reason: `it is ${found.kind}` };
    case "too_large":
      return { ok: false, name, reason: `it has ${found.size} bytes, which is more than an agent can read` };
  }
}

function count(name: string, path: string, bytes: Uint8Array): ReadText {
  const text = decodeText(bytes);
  if (text === null) return { ok: false, name, reason: "it is not UTF-8 text" };
  return { ok: true, file: { path, text, tokens: countTokens(text) } };
}
