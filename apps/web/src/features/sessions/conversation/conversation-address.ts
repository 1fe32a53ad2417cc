import type { ItemOf } from "@baton/server/conversation/item";
import { placeKey } from "@baton/server/conversation/place-key";
import { addressOf, withQuery } from "@/frame/pages";

/** Addresses that the items link to. */
export interface ConversationLinks {
  item(key: string): string;
  handoff(eventId: string): string;
  compaction(eventId: string): string;
  /** The messages of an agent of this session, or the conversation of another session. */
  started(started: NonNullable<ItemOf<"handoff">["started"]>): string;
}

type Address = { workspace: string; session: string };

/** Returns the address of a line in the conversation of its session, with the items of all agents. */
export function conversationAddress(address: Address, line: Parameters<typeof placeKey>[0]): string {
  return addressWith(address, { speaker: "*", at: placeKey(line) });
}

/** Returns the address of a session's conversation. */
export function conversationStart(address: Address): string {
  return addressWith(address, {});
}

/** Returns the addresses that the items of a conversation link to. An item keeps the agent and filter shown. */
export function conversationLinks(
  address: Address,
  { speaker, only }: { speaker: string | null; only: string },
): ConversationLinks {
  const { workspace, session } = address;
  const shown = { speaker: speaker ?? undefined, only: only === "all" ? undefined : only };
  return {
    // The key of a handoff or compaction has more than the position of its line.
    item: (key) => addressWith(address, { ...shown, at: key.split("-", 1)[0] }),
    handoff: (eventId) => addressOf(workspace, "sessions", session, "handoffs", eventId),
    compaction: (eventId) => addressOf(workspace, "sessions", session, "compactions", eventId),
    started: (started) =>
      "sessionId" in started
        ? addressWith({ workspace, session: started.sessionId }, {})
        : addressWith(address, { speaker: started.agentId }),
  };
}

function addressWith(
  { workspace, session }: Address,
  parameters: Record<string, string | undefined>,
): string {
  return withQuery(addressOf(workspace, "sessions", session), { view: "conversation", ...parameters });
}
