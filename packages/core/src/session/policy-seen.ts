import { z } from "zod";

/** An orchestrator reports its policy and its switch, once per session and version. */
export const PolicySeenEvent = z.looseObject({
  event_type: z.literal("policy_seen"),
  event_id: z.string().min(1).nullish(),
  session_id: z.string().min(1).nullish(),
  timestamp: z.string().nullish(),
  policy_version: z.string().regex(/^[0-9a-f]{64}$/, "a policy version is 64 hex digits (SHA-256)"),
  policy: z.record(z.string(), z.unknown()),
  switch: z.looseObject({ enabled: z.boolean(), observe: z.boolean().optional() }),
});
export type PolicySeenEvent = z.infer<typeof PolicySeenEvent>;
