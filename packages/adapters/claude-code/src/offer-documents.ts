import { findDocuments } from "@baton/core/node";
import { countTokens } from "@baton/core/tokens";
import type { HookEvent } from "./hook-event";
import { contextFor, type HookOutput } from "./hook-output";

const MAX_LISTED = 12;
/** Size of the list for a subagent. */
const MAX_TOKENS = 500;

/** Tells a subagent which handoff documents and manifests there are, newest first, in at most 500 tokens. */
export function listDocuments({ project }: HookEvent): HookOutput | null {
  const documents = findDocuments(project).slice(0, MAX_LISTED);
  let text: string | null = null;
  let lines =
    "Documents that earlier agents of this project left, newest first. Read those that concern your task:";
  for (const { path, kind } of documents) {
    lines += `\n- ${path} (${kind})`;
    // A token has at least one byte, so that most lists need no count.
    if (Buffer.byteLength(lines) > MAX_TOKENS && countTokens(lines) > MAX_TOKENS) break;
    text = lines;
  }
  return contextFor("SubagentStart", text);
}

/** Offers the newest handoff document of the project at the start of a session. */
export function offerHandoff({ input, project }: HookEvent): HookOutput | null {
  // A resumed session has its own past.
  if (input.source === "resume") return null;
  const newest = findDocuments(project).find(({ kind }) => kind === "handoff document");
  if (!newest) return null;
  const written = new Date(newest.changedAt).toISOString().slice(0, 10);
  const text = `The newest handoff document of this project is ${newest.path}, of ${written}. If the user continues that work, read it first; /baton:resume does so.`;
  return {
    systemMessage: `Handoff document ${newest.path}, of ${written}: continue with /baton:resume.`,
    ...contextFor("SessionStart", text),
  };
}
