import { placeKey } from "@baton/server/conversation/place-key";
import { addressOf, withQuery } from "@/frame/pages";

/** Returns the address of a line in the conversation of its session, with the items of all agents. */
export function conversationAddress(
  { workspace, session }: { workspace: string; session: string },
  line: Parameters<typeof placeKey>[0],
): string {
  return withQuery(addressOf(workspace, "sessions", session), {
    view: "conversation",
    speaker: "*",
    at: placeKey(line),
  });
}
