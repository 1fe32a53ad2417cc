import { hash } from "node:crypto";
import { dirname } from "node:path";
import { ContainedFolder, type SecretScanner } from "@baton/core/node";
import type { EventLine } from "@baton/db/write";
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
  let secretCount = 0;
  try {
    for (const { resolved, sha256 } of named) {
      const file = await folder.read(`${sha256}.json`, MAX_LINE_BYTES);
      if (file.state !== "read" || hash("sha256", file.bytes) !== sha256) continue;
      const checked = checkLine(file.bytes);
      if (!checked.ok) continue;
      const masked = scanner.maskJson(checked.text);
      resolved.content = masked.text;
      secretCount += masked.secretCount;
    }
  } finally {
    await folder.close();
  }
  return secretCount;
}
