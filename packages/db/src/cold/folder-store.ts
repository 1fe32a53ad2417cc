import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ColdStore } from "./cold-store";

/** Files below a folder, which can be a mounted store. */
export class FolderStore implements ColdStore {
  constructor(readonly address: string) {}

  async write(path: string, localFile: string): Promise<void> {
    const target = join(this.address, path);
    await mkdir(dirname(target), { recursive: true });
    const part = `${target}.part`;
    await copyFile(localFile, part);
    await rename(part, target);
  }

  async open(path: string): Promise<string | null> {
    const file = join(this.address, path);
    return (await stat(file).catch(() => null)) && file;
  }

  async remove(path: string): Promise<void> {
    const file = join(this.address, path);
    await rm(`${file}.part`, { force: true });
    await rm(file, { force: true });
  }
}
