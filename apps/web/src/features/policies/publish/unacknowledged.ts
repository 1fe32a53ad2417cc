import type { NewlyLetThrough } from "@baton/server/policy";
import { formatCountOf } from "@baton/ui/format/number";

/** Acknowledgement of each newly passing field, by name, with the reason. */
export type Acknowledged = ReadonlyMap<string, { isKnown: boolean; reason: string }>;

/**
 * Lists the remaining steps for newly passing fields: "2 fields acknowledged", "a reason for 1 field".
 *
 * @param needsReasons true for a publisher; a reviewer only acknowledges.
 */
export function listUnacknowledged(
  fields: readonly Pick<NewlyLetThrough, "field">[],
  acknowledged: Acknowledged,
  needsReasons = true,
): string[] {
  const known = fields.filter(({ field }) => acknowledged.get(field)?.isKnown);
  const unknownCount = fields.length - known.length;
  const withoutReason = !needsReasons
    ? []
    : known.filter(({ field }) => acknowledged.get(field)?.reason.trim() === "");
  return [
    ...(unknownCount > 0 ? [`${formatCountOf(unknownCount, "field")} acknowledged`] : []),
    ...(withoutReason.length > 0 ? [`a reason for ${formatCountOf(withoutReason.length, "field")}`] : []),
  ];
}
