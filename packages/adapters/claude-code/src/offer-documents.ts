import { findProjectPolicy } from "@baton/core/client";
import { parseHandoffDocument, redactMarkdown, renderHandoffIndex } from "@baton/core/handoff-document";
import { ContainedFolder, findDocuments, type ProjectDocument } from "@baton/core/node";
import { countTokens } from "@baton/core/tokens";
import { readNamedPolicy } from "./env";
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

/** Sizes of an index at the start of a session in tokens, and of its document in bytes. */
const [MAX_INDEX_TOKENS, MAX_BYTES] = [1_000, 256 * 1024];

/** An older document probably belongs to work that is done: its path is enough. */
const RECENT = 14 * 24 * 60 * 60 * 1_000;

/** Gives a new session the index of the newest handoff document of the project. */
export async function offerHandoff({ input, project, now }: HookEvent): Promise<HookOutput | null> {
  // A resumed session has its own past.
  if (input.source === "resume") return null;
  const newest = findDocuments(project).find(({ kind }) => kind === "handoff document");
  if (!newest) return null;
  const written = new Date(newest.changedAt).toISOString().slice(0, 10);
  const index = now - newest.changedAt < RECENT ? await readIndex(project, newest) : null;
  const named = `The newest handoff document of this project is ${newest.path}, of ${written}. If the user continues that work, read it first; /baton:resume does so.`;
  const text = index === null ? named : `${named} Its index:\n\n${index}`;
  return {
    systemMessage: `Handoff document ${newest.path}, of ${written}: continue with /baton:resume.`,
    ...contextFor("SessionStart", text),
  };
}

/** Returns the index of a document as the policy lets an agent read it; null if the policy is unknown. */
async function readIndex(project: string, { path }: ProjectDocument): Promise<string | null> {
  try {
    const read = await (await ContainedFolder.open(project)).read(path);
    if (read.state !== "read" || read.bytes.byteLength > MAX_BYTES) return null;
    const { document } = parseHandoffDocument(new TextDecoder().decode(read.bytes));
    if (document.nextAction === null) return null;
    const index = renderHandoffIndex(document, null);
    const found = await findProjectPolicy(project, readNamedPolicy(), "claude-code", [index]);
    if (found.kind === "unreadable") return null;
    const { markdown, isBlocked } = redactMarkdown(index, found.kind === "policy" ? found.policy : undefined);
    return isBlocked ? null : cutAtLine(markdown.trim());
  } catch {
    // The session starts without an index.
    return null;
  }
}

/** Returns the first lines of a text, in at most 1,000 tokens. */
function cutAtLine(text: string): string {
  let kept = "";
  for (const line of text.split("\n")) {
    const longer = `${kept}${line}\n`;
    if (Buffer.byteLength(longer) > MAX_INDEX_TOKENS && countTokens(longer) > MAX_INDEX_TOKENS) break;
    kept = longer;
  }
  return kept.trimEnd();
}
