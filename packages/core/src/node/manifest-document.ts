import { createHash } from "node:crypto";
import type { Finding } from "../finding";
import { findJsonExcess } from "../json-excess";
import { MAX_MANIFEST_BYTES, MAX_MANIFEST_VALUES } from "../manifest/manifest";
import { manifestFinding } from "../manifest/manifest-finding";
import { parseStrictJson } from "../scoping/strict-json";
import type { ContainedFile, ContainedFolder } from "./contained-folder";

export const MANIFEST_FILE = "manifest.json";

/** Link to the newest run of an agent, next to its runs. */
export const LATEST = "latest";

/** Files next to a manifest that are not part of its artifact. */
export const MANIFEST_FILES: readonly string[] = [MANIFEST_FILE, "manifest.sources.json"];

export type ManifestDocument =
  /** `sha256` identifies the file's bytes, in hex. */
  | { state: "read"; document: unknown; sha256: string }
  | { state: "missing" }
  /** The file is not a JSON document that can be validated. */
  | { state: "refused"; finding: Finding };

/**
 * Reads the `manifest.json` of a folder: plain JSON in UTF-8, at most 1 MiB and 20,000 values, without
 * repeated keys. Skips a byte order mark.
 *
 * @param path path below the folder.
 */
export async function readManifestDocument(
  folder: ContainedFolder,
  path: string = MANIFEST_FILE,
): Promise<ManifestDocument> {
  const file = await folder.read(path, MAX_MANIFEST_BYTES);
  if (file.state === "missing") return { state: "missing" };
  if (file.state !== "read") return { state: "refused", finding: refuse(file) };
  const excess = findJsonExcess(file.bytes, MAX_MANIFEST_VALUES);
  if (excess) return schemaFault(excess.message);
  const text = decodeText(file.bytes);
  if (text === null) return schemaFault("the file is not UTF-8 text");
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return schemaFault(parsed.finding.message);
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  return { state: "read", document: parsed.value, sha256 };
}

/** Returns the text of a file without its byte order mark; null if it is not UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function schemaFault(message: string): ManifestDocument {
  return { state: "refused", finding: manifestFinding("schema", [], message) };
}

function refuse(file: Exclude<ContainedFile, { state: "read" | "missing" }>): Finding {
  switch (file.state) {
    case "outside":
      return manifestFinding("path_escapes_directory", [], file.reason);
    case "too_large":
      return manifestFinding(
        "manifest_too_large",
        [],
        `the file has ${file.size.toLocaleString("en")} bytes`,
      );
    case "not_a_file":
      return manifestFinding("schema", [], `manifest.json is ${file.kind}`);
    case "unreadable":
      return manifestFinding("schema", [], file.reason);
  }
}
