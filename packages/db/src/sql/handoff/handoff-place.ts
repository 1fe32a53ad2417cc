import { and, eq, type SQL } from "drizzle-orm";
import { type event, handoff, type handoffOutline } from "../../schema/index";

/** Joins the outline or event of a handoff. */
export function atPlaceOfHandoff(table: typeof event | typeof handoffOutline): SQL | undefined {
  return and(
    eq(table.workspaceId, handoff.workspaceId),
    eq(table.occurredAt, handoff.occurredAt),
    eq(table.sourceFileId, handoff.sourceFileId),
    eq(table.generation, handoff.generation),
    eq(table.sequence, handoff.sequence),
    eq(table.ordinal, handoff.ordinal),
  );
}
