import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataFolderOf, PROGRAMS } from "@baton/launch";
import { readEnvironment } from "./env";

/**
 * Folder of the product, a clone or the installed package. It has the same distance from `apps/cli/src` and
 * the bundle's `apps/cli/dist`.
 */
export const PROJECT_ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of all data Baton keeps on this machine: the database and the sample's files. */
export function dataFolder(): string {
  return dataFolderOf(PROJECT_ROOT, readEnvironment().BATON_DATA);
}

/** Folder with the texts and templates of the sample. */
export const SAMPLE_DATA_FOLDER = join(PROJECT_ROOT, PROGRAMS.sample);

export const MIGRATIONS_FOLDER = join(PROJECT_ROOT, PROGRAMS.migrations);
