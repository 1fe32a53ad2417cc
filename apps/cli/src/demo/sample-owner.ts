import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Database, getDatabaseIdentity } from "@baton/db";
import { writing } from "../writing";
import { makeFolder, requireSampleFolder } from "./write";

/** Lies beside the folder, so that it outlives the sample. */
const ownerFile = (folder: string) => `${folder}.database`;

/**
 * Takes a folder for the sample of one database. Another database may follow the files of a folder that is
 * taken already: its sample stays as it is.
 *
 * @returns the folder, or one beside it where it belongs to another database.
 * @throws CommandError where the folder holds anything that is no sample, or nothing can be written beside it.
 */
export async function takeSampleFolder(db: Database, folder: string): Promise<string> {
  await requireSampleFolder(folder);
  const database = await getDatabaseIdentity(db);
  if (existsSync(ownerFile(folder))) {
    const owner = (await readFile(ownerFile(folder), "utf8")).trim();
    return owner === database ? folder : `${folder}-${database}`;
  }
  await writing(folder, async () => {
    await makeFolder(dirname(folder));
    await writeFile(ownerFile(folder), `${database}\n`);
  });
  return folder;
}
