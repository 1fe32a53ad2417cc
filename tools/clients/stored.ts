import type { Database } from "@baton/db";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ModelCall } from "./model-call";

const Rows = z.array(z.object({ text: z.string() }));

/** Formats a call in the stub's log like `Stored` formats one in the database. */
export function describeCall(
  call: ModelCall,
  { agent, session = call.session }: { agent: string; session?: string | null },
): string {
  const { model, input, cacheWrite, cacheWriteHour, cacheRead, output } = call;
  return `${session} ${agent} ${model} ${input}+${cacheWrite}(${cacheWriteHour})+${cacheRead}+${output}`;
}

/** Reads rows of a workspace from the database: one line of text per row, sorted. */
export class Stored {
  readonly #db: Database;
  readonly #workspaceId: string;

  constructor(db: Database, workspaceId: string) {
    this.#db = db;
    this.#workspaceId = workspaceId;
  }

  /** `session agent model input+write(hour)+read+output` of each model call. */
  calls(): Promise<string[]> {
    return this.#list(
      `session_id || ' ' || agent || ' ' || coalesce(model, '-') || ' ' || input_tokens || '+' || cache_creation_tokens
        || '(' || cache_creation_1h_tokens || ')+' || cache_read_tokens || '+' || output_tokens`,
      "message_usage",
    );
  }

  /** `session parent` of each session. */
  sessions(): Promise<string[]> {
    return this.#list("session_id || ' ' || coalesce(parent_session_id, '-')", "session");
  }

  /** `session kind from → to before after` of each handoff, sizes in tokens. */
  handoffs(): Promise<string[]> {
    return this.#list(
      `session_id || ' ' || kind || ' ' || from_agent || ' → ' || to_agent || ' ' || coalesce(before_tokens::text, '-')
        || ' ' || coalesce(after_tokens::text, '-')`,
      "handoff",
    );
  }

  /** `session state from → to` of each handoff that a hook decided about. */
  async decisions(): Promise<string[]> {
    const all = await this.#list(
      `session_id || ' ' || coalesce(scoping_state, '-') || ' ' || from_agent || ' → ' || to_agent`,
      "handoff",
    );
    return all.filter((text) => !text.includes(" - "));
  }

  /** `title: score, staleness` of each handoff document. */
  handoffDocuments(): Promise<string[]> {
    return this.#list(`title || ': ' || score || ', ' || coalesce(staleness, '-')`, "handoff_document");
  }

  /** `code: reason` of each quarantined line. */
  quarantined(): Promise<string[]> {
    return this.#list("code || ': ' || reason", "quarantined_line");
  }

  async #list(text: string, table: string): Promise<string[]> {
    const query = sql.raw(`select ${text} as text from ${table}`);
    const stored = await this.#db.execute(sql`${query} where workspace_id = ${this.#workspaceId}`);
    return Rows.parse(stored.rows)
      .map(({ text }) => text)
      .sort();
  }
}
