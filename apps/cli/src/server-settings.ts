import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CompiledPolicy } from "@baton/core";
import { type ReportedRun, readLivePolicy, reportGateRun } from "@baton/core/client";
import type { HandoffRollout } from "@baton/core/manifest";
import type { GateRun } from "@baton/core/node";
import { CommandError } from "./command-error";
import { readEnvironment } from "./env";
import { printProgress } from "./output";
import { findServerAddress } from "./server-address";

/** In milliseconds: each run asks the server, and uses the saved copy if it does not respond. */
const PATIENCE = { saved: 3_000, unsaved: 5_000 };

/** The option of commands that obey the settings of a workspace. */
export const SERVER_OPTION = [
  "--server <url>",
  "server whose settings apply, with BATON_API_KEY (default: BATON_URL, else the server on this machine)",
] as const;

/** Settings of a server for manifests: the saved copy if it does not respond. */
export interface ServerSettings {
  /** Null if the server never responded. */
  readonly rollout: HandoffRollout | null;
  /** The live policy; undefined without one. */
  readonly contentPolicy: CompiledPolicy | undefined;
  /** Records a run of the gate, and returns the review of the manifest. */
  report(run: GateRun): Promise<ReportedRun>;
}

/**
 * Reads the settings of the server that `BATON_API_KEY` belongs to. Warns if it does not respond.
 *
 * @param address of the server; by default the one of the environment.
 * @returns null without a key.
 * @throws CommandError if the address is invalid.
 */
export async function readServerSettings(address?: string): Promise<ServerSettings | null> {
  const { BATON_API_KEY: key } = readEnvironment();
  if (key === undefined) return null;
  const server = address ?? findServerAddress();
  if (!URL.canParse(server)) throw new CommandError(`“${server}” is not a server URL.`);
  const name = createHash("sha256").update(`${server}\n${key}`).digest("hex").slice(0, 16);
  const savedAt = join(homedir(), ".baton", "settings", `${name}.json`);
  const live = await readLivePolicy({ server, key, savedAt, freshFor: 0, patience: PATIENCE });
  if (!live.isCurrent) {
    const used = live.rollout ? "the last settings that it sent apply" : "its settings are unknown";
    printProgress(`${server}: ${live.problem ?? "no answer"}; ${used}.`);
  }
  return {
    rollout: live.rollout,
    contentPolicy: live.policy ?? undefined,
    report: (run) => reportGateRun({ server, key, savedAt }, run),
  };
}
