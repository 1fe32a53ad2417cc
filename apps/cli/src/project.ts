import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder that Baton was cloned into; `apps/cli/src` and the
 * bundle's `apps/cli/dist` are equally far from it.
 */
export const PROJECT_ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of all data Baton keeps on this machine: the database and the sample's files. */
export const DATA_DIRECTORY = join(PROJECT_ROOT, ".data");

/** The texts and templates of the sample. */
export const SAMPLE_DATA_FOLDER = join(PROJECT_ROOT, "sample", "data");

export const MIGRATIONS_FOLDER = join(PROJECT_ROOT, "packages", "db", "migrations");
