import { z } from "zod";

/** Any non-empty text of at most 256 code points except `*`, which matches every agent in a rule. */
export const AgentId = z
  .string()
  .min(1, "an agent id is not empty")
  .refine((id) => id !== "*", "`*` matches any agent and cannot be an agent id")
  .refine((id) => [...id].length <= 256, "an agent id has at most 256 characters");
