import type { z } from "zod";
import { sumUpIssues } from "../schema-issue";
import type { SessionEventResult } from "./session-event";
import type { SessionRecord } from "./session-record";

/** What a line or a document came to: one record or several in their order, or why it is none. */
export type RecordsResult =
  | {
      ok: true;
      records: [SessionRecord, ...SessionRecord[]];
      /** What the lines after this one are to be read with, as JSON; nothing where it stays as it is. */
      memory?: unknown;
    }
  | Extract<SessionEventResult, { ok: false }>;

/** Refuses a document whose shape is not the one needed; the reason names each field that differs. */
export function refuseShape(error: Pick<z.ZodError, "issues">, document: unknown): RecordsResult {
  return { ok: false, problem: { code: "schema_error", message: sumUpIssues(error, document) } };
}
