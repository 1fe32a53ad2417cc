import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Baton, createBaton } from "@baton/core/node";
import type { HistoryVector } from "@baton/core/test/vectors";
import type { Entry } from "./chat-history";

/** A structured output that one agent passes to another. */
export interface Output {
  readonly from: string;
  readonly to: string;
  readonly output: object;
}

/** A framework with its adapter. A function is missing if the framework passes nothing of that kind. */
export interface Runtime {
  /** Returns the output as JSON as the receiver gets it; null if nothing passes. */
  passOutput?(baton: Baton, output: Output): Promise<string | null>;
  /** Returns the history that `b` gets from `a`. */
  passHistory?(baton: Baton, history: HistoryVector): Promise<Entry[]>;
  /** Returns false for a history that the framework cannot have. */
  takesHistory?(history: HistoryVector): boolean;
  /** Returns the text that `b` gets from `a`; null if a rule blocks it. `folder` has the policy. */
  passText(baton: Baton, text: string, folder: string): Promise<string | null>;
}

/** Opens a session under a policy document, and ends it after the work. Claude Code finds the policy in `folder` too. */
export async function withPolicy<Result>(
  policy: unknown,
  work: (baton: Baton, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "baton-conformance-"));
  await writeFile(join(folder, "governance_policies.json"), JSON.stringify(policy));
  const baton = await createBaton({ folder });
  try {
    return await work(baton, folder);
  } finally {
    await baton.stop();
    await rm(folder, { recursive: true });
  }
}

/** Returns null for the note in place of content that does not pass. */
export function unlessWithheld(text: string | undefined): string | null {
  return text === undefined || /^\[withheld by Baton|refuses this handoff/.test(text) ? null : text;
}

/** Removes the note in place of content that does not pass. */
export function withoutNotes(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.kind === "call" || unlessWithheld(entry.text) !== null);
}

/** Returns the output among the parts of a history. */
export function outputIn(entries: readonly Entry[]): string | null {
  const found = entries.find(({ kind }) => kind === "text");
  return found?.kind === "text" ? found.text : null;
}
