import { spawnSync } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createFolder, put } from "../../test/scratch";
import { openToRead } from "./open-to-read";

it("openToRead opens a file, and does not wait for the writer of a FIFO as open does", async () => {
  const folder = await createFolder();
  try {
    const file = await openToRead(await put(join(folder.path, "file"), "text"));
    const bytes = Buffer.alloc(8);
    expect(await file.read(bytes, 0, 8, 0)).toMatchObject({ bytesRead: 4 });
    expect(bytes.toString("utf8", 0, 4)).toBe("text");
    await file.close();

    const path = join(folder.path, "fifo");
    expect(spawnSync("mkfifo", [path]).status).toBe(0);
    const waiting = open(path, "r");
    expect(await Promise.race([waiting, sleep(200, "waits")])).toBe("waits");
    const fifo = await openToRead(path);
    expect(await fifo.stat()).toMatchObject({ size: 0 });
    await fifo.close();
    const writer = await open(path, "w");
    await (await waiting).close();
    await writer.close();
  } finally {
    await folder.remove();
  }
});
