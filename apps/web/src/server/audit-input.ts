import type { AuditFilter } from "@baton/db";
import { z } from "zod";
import { resolveRange } from "@/search/resolve-range";
import { Range, TimeZone } from "./inputs";

/** Filter of the audit log's list and export. */
export const AuditFilterInput = z.object({
  actor: z.string().max(256).optional(),
  action: z.string().max(64).optional(),
  subject: z.string().max(200).optional(),
  range: Range.optional(),
  tz: TimeZone.optional(),
});

/** Converts the filter input. @param now milliseconds since 1970. */
export function toAuditFilter(
  { actor, action, subject, range, tz = "UTC" }: z.infer<typeof AuditFilterInput>,
  now: number,
): AuditFilter {
  const period = range === undefined ? undefined : resolveRange(range, tz, now);
  return { actor, action, subject, from: period?.start, to: period?.end };
}
