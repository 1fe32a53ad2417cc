import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { NamedPolicy } from "@baton/core/client";
import { DEFAULT_WINDOW_TOKENS } from "@baton/core/host";
import * as z from "zod/mini";
import { crypto } from "./crypto";
import { readNamedPolicy } from "./env";

/** The context windows that a server sets, in tokens. A hook for every tool call reads this file alone. */
const ContextWindows = z.object({
  /** For all models; null for the default. */
  forAll: z.nullable(z.number()),
  byModel: z.record(z.string(), z.number()),
});

/**
 * Asks the named server for its context windows and saves them for later hooks. If it does not respond, its last ones
 * stay. Does nothing without a server. Never throws.
 */
export async function updateContextWindows(project: string): Promise<void> {
  const named = readNamedPolicy();
  if (named.server === null) return;
  try {
    const { findProjectPolicy } = await import("@baton/core/client");
    const found = await findProjectPolicy(project, named, "claude-code");
    const rollout = found.kind === "unreadable" ? null : found.rollout;
    if (rollout === null) return;
    const { windowTokens } = rollout.budgets;
    const windows: z.infer<typeof ContextWindows> = {
      // Clients know their window better than a default does.
      forAll: windowTokens === DEFAULT_WINDOW_TOKENS ? null : windowTokens,
      byModel: rollout.windows,
    };
    const path = pathOf(named.server);
    mkdirSync(dirname(path), { recursive: true });
    const whole = `${path}.${process.pid}`;
    writeFileSync(whole, JSON.stringify(windows));
    renameSync(whole, path);
  } catch {
    // The windows of the last session apply.
  }
}

/** Returns the context window that the named server sets for a model; null if it sets none. */
export function readContextWindow(model: string | null): number | null {
  const { server } = readNamedPolicy();
  if (server === null) return null;
  try {
    const { forAll, byModel } = ContextWindows.parse(JSON.parse(readFileSync(pathOf(server), "utf8")));
    const own = model !== null && Object.hasOwn(byModel, model) ? byModel[model] : undefined;
    return own ?? forAll;
  } catch {
    return null;
  }
}

function pathOf({ url, key }: NonNullable<NamedPolicy["server"]>): string {
  const name = crypto().createHash("sha256").update(`${url}\n${key}`).digest("hex").slice(0, 16);
  return join(homedir(), ".baton", "claude-code", `${name}.windows.json`);
}
