import { mapFields, mapList, mapMessages } from "./message-list";

const RECAST_ROLES: readonly unknown[] = ["assistant", "tool"];

/**
 * Changes the role of an output's messages, so that the receiver does not take another agent's words for its
 * own: `assistant` and `tool` become `role`, and the text starts with `[agent] `. Keeps `tool_calls` and
 * `tool_call_id`, so that the receiver can still match calls with results.
 *
 * @returns the output itself without such messages.
 */
export function recastRoles(output: unknown, agent: string, role: "user" | "system"): unknown {
  return mapMessages(output, (message) => {
    if (!RECAST_ROLES.includes(Reflect.get(message, "role"))) return message;
    return mapFields(message, (field, key) => {
      if (key === "role") return role;
      return key === "content" ? sign(field, agent) : field;
    });
  });
}

/** Puts the agent's name before a text, or before the first text in a list of parts. */
function sign(content: unknown, agent: string): unknown {
  if (typeof content === "string") return `[${agent}] ${content}`;
  if (!Array.isArray(content)) return content;
  let isSigned = false;
  return mapList(content, (part) => {
    if (isSigned || typeof part !== "object" || part === null) return part;
    return mapFields(part, (field, key) => {
      if (isSigned || key !== "text" || typeof field !== "string") return field;
      isSigned = true;
      return `[${agent}] ${field}`;
    });
  });
}
