import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Database, getDatabaseIdentity } from "@baton/db";
import { writing } from "../writing";
import { createFolder, requireSampleFolder } from "./write";

/** Next to the folder, so that it remains when the sample is removed. */
const ownerFile = (folder: string) => `${folder}.database`;

/**
 * Claims a folder for the sample of one database. If the folder belongs to another database, which may follow
 * its files, that sample stays unchanged.
 *
 * @returns the folder, or a new one next to it if it belongs to another database.
 * @throws CommandError if the folder contains anything but a sample, or nothing can be written next to it.
 */
export async function claimSampleFolder(db: Database, folder: string): Promise<string> {
  await requireSampleFolder(folder);
  const database = await getDatabaseIdentity(db);
  if (existsSync(ownerFile(folder))) {
    const owner = (await readFile(ownerFile(folder), "utf8")).trim();
    return owner === database ? folder : `${folder}-${database}`;
  }
  await writing(folder, async () => {
    await createFolder(dirname(folder));
    await writeFile(ownerFile(folder), `${database}\n`);
  });
  return folder;
}
