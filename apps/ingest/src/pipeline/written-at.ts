import type { Stats } from "node:fs";

/**
 * Years 1 and 9999: JavaScript and PostgreSQL both support the times between them, but a file can have any
 * other.
 */
const [EARLIEST, LATEST] = [-62_135_596_800_000, 253_402_300_799_999];

/** Returns the last change of a file, limited to storable times. */
export function writtenAt({ mtimeMs }: Pick<Stats, "mtimeMs">): Date {
  return new Date(Math.min(LATEST, Math.max(EARLIEST, mtimeMs)));
}
