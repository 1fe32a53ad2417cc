import { sql } from "drizzle-orm";

/** What one row of `handoff` saved, net, as `netOf` has it; null where it was not recorded. */
export const NET_TOKENS = sql`(saved_tokens - coalesce(summarizer_tokens, 0))`;
