import { listSessionAgents } from "@baton/db";
import { CONVERSATION_FILTERS, readPlaceKey } from "@baton/server/conversation";
import {
  readConversationImage,
  readConversationPage,
  readConversationText,
} from "@baton/services/session/read-conversation";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { SortValue } from "../inputs";
import { largeSessionProcedure, sessionProcedure } from "../open-session";

/** Position of a line or of a part of it, as `placeKey` writes it. */
const PlaceKey = z.string().transform((key, context) => {
  const place = readPlaceKey(key);
  if (place && SortValue.safeParse(place.occurredAt).success) return place;
  context.addIssue("must be the position of a line");
  return z.NEVER;
});

/** Maximum characters of a text that is shown whole; the source file has the rest. */
const MAX_TEXT = 500_000;

export const conversationRouter = {
  /** Returns a page of what was said and done in a session, in order. */
  page: largeSessionProcedure("conversation.page")
    .input(
      z.object({
        /** Items of this agent by the ID of its client; null for the agent of the session, `*` for all. */
        agent: z.string().max(1_000).nullish(),
        filter: z.enum(CONVERSATION_FILTERS).default("all"),
        /** The line at which the first page starts, or the end of the session, at which it ends. */
        at: z.union([z.literal("end"), PlaceKey]).nullish(),
        cursor: z.object({ place: PlaceKey, isBackward: z.boolean() }).nullish(),
      }),
    )
    .query(async ({ ctx: { db, session }, input: { agent, filter, at, cursor } }) => {
      const { workspaceId, sessionId } = session;
      const isEnd = !cursor && at === "end";
      const start = at && at !== "end" ? { ...at, sequence: at.sequence - 1 } : null;
      const [from, isBackward] = [cursor?.place ?? start, cursor?.isBackward ?? isEnd];
      const query = { workspaceId, sessionId, from, isBackward, agentId: agent ?? null, filter };
      const { first, last, hasMore, ...page } = await readConversationPage(db, query);
      const isStart = isBackward ? !hasMore : from === null;
      return {
        ...page,
        previous: isStart || first === null ? null : { place: first, isBackward: true },
        /** Reads on, or what arrived meanwhile. */
        next: last === null ? null : { place: last, isBackward: false },
        hasNext: !isEnd && (isBackward || hasMore),
      };
    }),

  /** Returns the other agents of a session, by the time of their first line. */
  agents: sessionProcedure("conversation.agents").query(({ ctx: { db, session } }) =>
    listSessionAgents(db, session),
  ),

  /** Returns the whole text of an item; null if it is not stored any more. */
  text: largeSessionProcedure("conversation.text")
    .input(z.object({ key: PlaceKey }))
    .query(async ({ ctx: { db, session }, input: { key } }) => {
      const { workspaceId, sessionId } = session;
      const text = await readConversationText(db, { workspaceId, sessionId, place: key });
      return text === null ? null : { text: text.slice(0, MAX_TEXT), isCut: text.length > MAX_TEXT };
    }),

  /** Returns an image of an item as a URL with its data; null if it is not stored any more. */
  image: largeSessionProcedure("conversation.image")
    .input(z.object({ key: PlaceKey, image: z.int().min(0).max(1_000) }))
    .query(async ({ ctx: { db, session }, input: { key, image } }) => {
      const { workspaceId, sessionId } = session;
      return readConversationImage(db, { workspaceId, sessionId, place: key, image });
    }),
} satisfies TRPCRouterRecord;
