import { sql } from "drizzle-orm";

/** Net tokens saved of a `handoff` row, like `netOf`; null if not recorded. */
export const NET_TOKENS = sql`(saved_tokens - coalesce(summarizer_tokens, 0))`;
