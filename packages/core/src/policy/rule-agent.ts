import { z } from "zod";
import { isObject } from "../is-object";
import { AgentId } from "../session/agent-id";
import { ANY_AGENT, RESERVED_AGENT_IDS } from "./default-names";

/** Returns the schema of an object in which `null` counts as absent. */
export function objectIgnoringNulls<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(
    (value) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
        : value,
    z.object(shape),
  );
}

/** The agents that a rule applies to: an agent's ID, or `*` for any. */
export const RuleAgent = z
  .string()
  .refine(
    (id) => id === ANY_AGENT || AgentId.safeParse(id).success,
    "an agent id has 1 to 256 characters; `*` matches any agent",
  )
  .refine((id) => !RESERVED_AGENT_IDS.includes(id), {
    error: ({ input }) =>
      `\`${String(input)}\` is the name of a part of the context and cannot be an agent id`,
    params: { code: "reserved_agent_id" },
  });
