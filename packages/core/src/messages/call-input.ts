import { isObject } from "../is-object";
import { plainJson } from "../scoping/plain-json";
import type { ScopedMessages } from "./scope-messages";
import { withheldNote } from "./withheld-note";

/** A message of the user, with a text or a JSON object. */
interface RequestMessage {
  readonly role: "user";
  readonly content: string;
}

/** The input of an agent as messages, and a function that puts what passes into the same form. */
interface SplitInput {
  readonly messages: readonly RequestMessage[];
  join(scoped: Pick<ScopedMessages<RequestMessage>, "messages" | "positions" | "refusal">): unknown;
}

/**
 * Splits the input of an agent that is called as a tool: the prompt is the last message, its other fields the first.
 *
 * @param isBlocked returns true if the policy blocks a field of the request. A text alone does not show its name.
 */
export function splitCallInput(input: unknown, isBlocked: (field: string) => boolean): SplitInput {
  const key = isObject(input) ? findPrompt(input) : null;
  if (!isObject(input) || key === null) {
    const isText = typeof input === "string";
    return {
      messages: [{ role: "user", content: isText ? input : plainJson(input) }],
      join: ({ messages: [left], refusal }) =>
        left ? (isText ? left.content : JSON.parse(left.content)) : withheldNote(refusal),
    };
  }
  const { [key]: prompt, ...others } = input;
  const contents = [plainJson(others), isBlocked(key) ? withheldNote(null) : String(prompt)];
  return {
    messages: contents.map((content) => ({ role: "user", content })),
    join({ messages, positions, refusal }) {
      const [left, passed] = [0, 1].map((place) => messages[positions.indexOf(place)]?.content);
      const fields: unknown = left === undefined ? {} : JSON.parse(left);
      return { ...(isObject(fields) ? fields : {}), [key]: passed ?? withheldNote(refusal) };
    },
  };
}

/** Returns the key of the longest text; null without one. */
function findPrompt(input: Record<string, unknown>): string | null {
  let longest: string | null = null;
  for (const [key, value] of Object.entries(input)) {
    if (typeof value !== "string") continue;
    if (longest === null || value.length > String(input[longest]).length) longest = key;
  }
  return longest;
}
