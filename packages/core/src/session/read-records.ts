import type { z } from "zod";
import { sumUpIssues } from "../schema-issue";
import type { SessionEventResult } from "./session-event";
import type { SessionRecord } from "./session-record";

/** Result of a line or a document: one or several records in order, or the reason why it is invalid. */
export type RecordsResult =
  | {
      ok: true;
      records: [SessionRecord, ...SessionRecord[]];
      /** State for the next lines as JSON; not set if unchanged. */
      memory?: unknown;
    }
  | Extract<SessionEventResult, { ok: false }>;

/** Rejects a document of the wrong form; the reason names each invalid field. */
export function refuseShape(error: Pick<z.ZodError, "issues">, document: unknown): RecordsResult {
  return { ok: false, problem: { code: "schema_error", message: sumUpIssues(error, document) } };
}
