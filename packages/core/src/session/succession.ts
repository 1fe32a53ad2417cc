import { z } from "zod";
import type { HandoffFrontMatter } from "../handoff-document/handoff-document";
import { AgentId } from "./agent-id";
import {
  type AgentFacts,
  type HandoffFacts,
  handoffFacts,
  type SessionRecord,
  sessionRecord,
} from "./session-record";
import { textSize } from "./text-size";

/** Paths of documents that an agent leaves for its successor. */
const HANDOFF_DOCUMENT =
  /(?:^|\/)(?:handoffs\/(?:archive\/)?[^/]+\.md|docs\/handoff-[^/]+\.md|HANDOFF\.md|claude-progress\.txt)$/;

/** Returns true if the path is that of a document that an agent leaves for its successor. */
export function isHandoffDocumentPath(path: string): boolean {
  return HANDOFF_DOCUMENT.test(path);
}

/** Starts the ID of a document, which a succession has instead of its receiver's ID. */
const DOCUMENT = "document:";
const READER = "reader:";
const NOTICE = "succession-document:";

/**
 * Returns the ID of a document by the end of its path, because a session and ingest see it below different
 * folders, and an agent writes paths relative to its project.
 *
 * @returns null if the path is too short to name the document's task or project.
 */
function documentId(path: string): string | null {
  const parts = path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== "archive");
  const depth = parts.at(-2) === "handoffs" || parts.at(-2) === "docs" ? 3 : 2;
  return parts.length < depth ? null : `${DOCUMENT}${parts.slice(-depth).join("/")}`;
}

/** Returns the ID of the readers of a document, from the receiver's ID of its succession. */
export function readerOfDocument(id: string): string | null {
  return id.startsWith(DOCUMENT) ? `${READER}${id.slice(DOCUMENT.length)}` : null;
}

/** Returns the receiver's ID of the successions that an agent with this ID can continue; null for other agents. */
export function documentOfReader(agentId: string): string | null {
  return agentId.startsWith(READER) ? `${DOCUMENT}${agentId.slice(READER.length)}` : null;
}

/** Returns true if only the document itself reports the succession, not the session that ended. */
export function isDocumentNotice(eventId: string): boolean {
  return eventId.startsWith(NOTICE);
}

/**
 * Returns the succession of an agent that wrote a handoff document: a handoff to an unknown agent. A session
 * counts once per document.
 *
 * @param path of the document, as its writer names it.
 */
export function readSuccession(
  path: string,
  { format, ...origin }: Pick<SessionRecord, "sessionId" | "timestamp"> & { format: string },
  facts: Pick<HandoffFacts, "fromAgent"> & Partial<HandoffFacts>,
): SessionRecord {
  const toAgentId = documentId(path);
  return sessionRecord({
    ...origin,
    eventType: `${format}.succession`,
    identity: `succession:${origin.sessionId ?? ""}:${toAgentId ?? path}`,
    handoff: handoffFacts({ toAgent: "unknown", ...facts, kind: "succession", toAgentId }),
  });
}

/** Returns the agent that read a handoff document, which can be the successor. */
export function readSuccessor(path: string, name: string): AgentFacts[] {
  const id = documentId(path);
  return id === null
    ? []
    : [{ agentId: `${READER}${id.slice(DOCUMENT.length)}`, name, startedBy: null, isMain: false }];
}

const text = z.string().min(1).optional().catch(undefined);

/** Names in a document's front matter that identify both sides. */
const Named = z.looseObject({
  session_id: text,
  from_agent: AgentId.optional().catch(undefined),
  to_agent: AgentId.optional().catch(undefined),
});

/**
 * Converts a handoff document to the record of a succession. It counts only if no session reports writing the
 * document.
 *
 * @param document.session used if the front matter names none.
 */
export function readHandoffDocument(document: {
  path: string;
  text: string;
  title: string | null;
  frontMatter: HandoffFrontMatter;
  session: string | null;
}): SessionRecord {
  const { path, frontMatter, session } = document;
  const { session_id, from_agent = "unknown", to_agent = "unknown" } = Named.parse(frontMatter);
  const sessionId = session_id ?? session;
  const origin = { format: "handoff_document", sessionId, timestamp: null };
  const facts = { fromAgent: from_agent, toAgent: to_agent, ...textSize(document.text) };
  const record = readSuccession(path, origin, facts);
  const id = record.handoff?.toAgentId ?? path;
  return {
    ...record,
    eventType: "handoff_document",
    identity: `${NOTICE}${id}:${frontMatter.created_at ?? ""}`,
    title: sessionId === null ? null : document.title,
  };
}
