import type { Stats } from "node:fs";

/**
 * Year 1 and year 9999: JavaScript and PostgreSQL both have the moments in
 * between, and a file may be set to any other.
 */
const [EARLIEST, LATEST] = [-62_135_596_800_000, 253_402_300_799_999];

/** Returns the last change of a file, limited to storable times. */
export function writtenAt({ mtimeMs }: Pick<Stats, "mtimeMs">): Date {
  return new Date(Math.min(LATEST, Math.max(EARLIEST, mtimeMs)));
}
