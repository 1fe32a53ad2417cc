import {
  type ConversationPlace,
  type Database,
  findConversationAgents,
  listConversationFacts,
  listConversationLines,
} from "@baton/db";
import {
  assembleConversation,
  type ConversationFilter,
  type ConversationItem,
  findImage,
  findWholeText,
  placeKey,
  readSpokenParts,
} from "@baton/server/conversation";

/** Most lines have no items or one; a page with fewer items reads further, up to some lines. */
const [LINES, MAX_BYTES, ITEMS, MAX_ROUNDS] = [100, 4 * 1024 * 1024, 100, 20];

interface ConversationQuery {
  workspaceId: string;
  sessionId: string;
  /** The line after or before which to read; null for the start of the session. */
  from: ConversationPlace | null;
  isBackward: boolean;
  /** Items of this agent: null for the one of the session, `*` for all. */
  agentId: string | null;
  filter: ConversationFilter;
}

/**
 * Reads a page of a session's conversation, in order: stored lines until there are about a hundred items.
 *
 * @returns the items; the first and last line that it read, null without any, but a page after the last line ends at its start; if there are more lines in the direction;
 *   the number of lines whose text was not stored; a sentence about texts in cold storage that cannot be read.
 */
export async function readConversationPage(db: Database, query: ConversationQuery) {
  const { isBackward } = query;
  const found: ConversationItem[][] = [];
  const ends: { first: string | null; last: string | null } = { first: null, last: null };
  let { from } = query;
  let [hasMore, unstoredLines] = [true, 0];
  let problem: string | null = null;
  for (let round = 0; hasMore && round < MAX_ROUNDS && found.flat().length < ITEMS; round += 1) {
    const read = await listConversationLines(db, { ...query, from, limit: LINES, maxBytes: MAX_BYTES });
    const lines = isBackward ? read.lines.toReversed() : read.lines;
    found.push(await assembleLines(db, query, lines));
    const furthest = read.lines.at(-1);
    if (furthest) from = { ...furthest, occurredAt: furthest.occurredAt.getTime() };
    const [first, last] = [lines[0], lines.at(-1)].map(
      (line) => line && placeKey({ ...line, occurredAt: line.occurredAt.getTime() }),
    );
    if (isBackward || round === 0) ends.first = first ?? ends.first;
    if (!isBackward || round === 0) ends.last = last ?? ends.last;
    unstoredLines += lines.filter(({ hasContent }) => !hasContent).length;
    problem ??= read.problem;
    hasMore = read.hasMore;
  }
  // Lines that arrive later come after the end.
  if (!isBackward && from !== null) ends.last ??= placeKey(from);
  const items = (isBackward ? found.toReversed() : found).flat();
  return { items, ...ends, hasMore, unstoredLines, problem };
}

type Line = Awaited<ReturnType<typeof listConversationLines>>["lines"][number];

/** Returns the items of some lines in order, with what the database knows about these lines and their agents. */
async function assembleLines(db: Database, query: ConversationQuery, lines: readonly Line[]) {
  const { workspaceId, sessionId, agentId, filter } = query;
  const facts = await listConversationFacts(db, { workspaceId, sessionId, places: lines });
  const spoken = lines.map((line) => ({ ...line, parts: readSpokenParts(line) }));
  const speakers = spoken.flatMap((line) => [
    line.agentId,
    ...line.parts.map(({ message }) => message.agentId),
  ]);
  const receivers = facts.handoffs.map(({ toAgentId }) => toAgentId);
  const agents = await findConversationAgents(db, {
    workspaceId,
    sessionId,
    agentIds: [...new Set([...speakers, ...receivers])].filter((id) => id !== null),
    startedBy: facts.handoffs.map(({ eventId }) => eventId),
  });
  return assembleConversation({ sessionId, lines: spoken, facts, agents, agentId, filter });
}

interface PartQuery {
  workspaceId: string;
  sessionId: string;
  place: ConversationPlace & { part: number };
}

/** Returns the whole text of a part of a session's line; null if the line or its text is not stored any more. */
export async function readConversationText(db: Database, query: PartQuery): Promise<string | null> {
  const line = await findLine(db, query);
  return line && findWholeText(line, query.place.part);
}

/**
 * Returns an image of a part of a session's line as a URL with its data.
 *
 * @param image number of the image in its part, from 0.
 * @returns null if the line or its text is not stored any more, or if browsers cannot show the image.
 */
export async function readConversationImage(
  db: Database,
  { image, ...query }: PartQuery & { image: number },
): Promise<string | null> {
  const line = await findLine(db, query);
  return line && findImage(line, { part: query.place.part, image });
}

async function findLine(db: Database, { workspaceId, sessionId, place }: PartQuery): Promise<Line | null> {
  const before = { ...place, sequence: place.sequence - 1 };
  const query = {
    workspaceId,
    sessionId,
    from: before,
    isBackward: false,
    agentId: "*",
    limit: 1,
    maxBytes: 1,
  };
  const [line] = (await listConversationLines(db, query)).lines;
  const isIt =
    line?.sourceFileId === place.sourceFileId &&
    line.generation === place.generation &&
    line.sequence === place.sequence;
  return line && isIt ? line : null;
}
