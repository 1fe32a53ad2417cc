import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { type LivePolicy, readLivePolicy } from "./live-policy";

/** In milliseconds. A policy that is published meanwhile applies to the next handoff after it. */
const FRESH_FOR = 10_000;
const PATIENCE = { saved: 300, unsaved: 1_000 };

/**
 * Reads the live policy of a server once, for programs that end at once.
 *
 * @param program saves the last policy in `~/.baton/PROGRAM`.
 */
export function readServerPolicy(
  { url, key }: { readonly url: string; readonly key: string },
  program: string,
): Promise<LivePolicy> {
  const name = createHash("sha256").update(`${url}\n${key}`).digest("hex").slice(0, 16);
  const savedAt = join(homedir(), ".baton", program, `${name}.json`);
  return readLivePolicy({ server: url, key, savedAt, freshFor: FRESH_FOR, patience: PATIENCE });
}
