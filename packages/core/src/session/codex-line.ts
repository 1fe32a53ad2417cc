import { z } from "zod";
import { WrittenTokenCount } from "./token-count";

const text = z.string().optional().catch(undefined);
const count = WrittenTokenCount.catch(0).default(0);

/** `input_tokens` includes cache reads and writes, `output_tokens` includes reasoning. */
export const CodexUsage = z.object({
  input_tokens: count,
  cached_input_tokens: count,
  cache_write_input_tokens: count,
  output_tokens: count,
  reasoning_output_tokens: count,
  total_tokens: WrittenTokenCount.optional().catch(undefined),
});
export type CodexUsage = z.infer<typeof CodexUsage>;

const usage = CodexUsage.optional().catch(undefined);

const TokenInfo = z.looseObject({ model: text, total_token_usage: usage, last_token_usage: usage });

const Spawned = z.looseObject({
  parent_thread_id: text,
  agent_role: text,
  agent_path: text,
});

const Payload = z.looseObject({
  type: text,
  id: text,
  timestamp: text,
  message: text,
  model: text,
  thread_settings: z.looseObject({ model: text }).optional().catch(undefined),
  turn_id: text,
  info: TokenInfo.nullish().catch(undefined),
  // For a call with its own record.
  response_id: text,
  usage,
  thread_token_usage: usage,
  // For the first line of a rollout.
  forked_from_id: text,
  parent_thread_id: text,
  agent_role: text,
  agent_path: text,
  cwd: text,
  git: z.looseObject({ branch: text, repository_url: text }).optional().catch(undefined),
  source: z
    .looseObject({ subagent: z.looseObject({ thread_spawn: Spawned }) })
    .optional()
    .catch(undefined),
  item: z.looseObject({ type: text, content: z.unknown().optional() }).optional().catch(undefined),
});
export type CodexPayload = z.infer<typeof Payload>;

/** Parses each field separately, so that an unusual one does not reject the line. */
export const RolloutLine = z.looseObject({
  type: text,
  record_type: text,
  timestamp: text,
  id: text,
  payload: Payload.optional().catch(undefined),
});
export type RolloutLine = z.infer<typeof RolloutLine>;
