import { dirname } from "node:path";
import { ContainedFolder, type MaskedText, type SecretScanner } from "@baton/core/node";
import type { EventLine } from "@baton/db/write";
import { sha256Of } from "../sha256";
import { checkLine } from "./check-line";
import { MAX_LINE_BYTES } from "./read-lines";

/** Where `SessionWriter` keeps the content of handoffs, beside the session's file, each under its hash. */
const FOLDER = "contexts";
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Gives handoffs the content that was kept of them, masked. Content that is not there, or is not what its handoff names, is left out:
 * the handoff stands without it.
 *
 * @param path of the session's file.
 * @returns how many secrets were masked.
 */
export async function addCapturedContent(
  lines: readonly EventLine[],
  path: string,
  scanner: SecretScanner,
): Promise<number> {
  const named = lines.flatMap(({ records }) =>
    records.flatMap((resolved) => {
      const sha256 = resolved.record.handoff?.contextSha256 ?? "";
      return SHA256.test(sha256) ? [{ resolved, sha256 }] : [];
    }),
  );
  if (named.length === 0) return 0;
  const folder = await ContainedFolder.open(`${dirname(path)}/${FOLDER}`).catch(() => null);
  if (!folder) return 0;
  // Many handoffs may name one file: it is read once, and its text is theirs together.
  const contents = new Map<string, MaskedText | null>();
  let secretCount = 0;
  try {
    for (const { resolved, sha256 } of named) {
      const known = contents.get(sha256);
      const content = known === undefined ? await readContent(folder, sha256, scanner) : known;
      contents.set(sha256, content);
      if (!content) continue;
      resolved.content = content.text;
      secretCount += content.secretCount;
    }
  } finally {
    await folder.close();
  }
  return secretCount;
}

async function readContent(
  folder: ContainedFolder,
  sha256: string,
  scanner: SecretScanner,
): Promise<MaskedText | null> {
  const file = await folder.read(`${sha256}.json`, MAX_LINE_BYTES);
  if (file.state !== "read" || sha256Of(file.bytes) !== sha256) return null;
  const checked = checkLine(file.bytes);
  return checked.ok ? scanner.maskJson(checked.text) : null;
}
