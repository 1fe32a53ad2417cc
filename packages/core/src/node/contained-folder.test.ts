import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEEP_FILE, HostileFolder, hostileNames, INSIDE, isRoot, OUTSIDE } from "../../test/hostile-folder";
import { ContainedFolder } from "./contained-folder";

/** Observes the calls to the file system, and can delay them until the files have changed. */
const watch = vi.hoisted(() => ({
  beforeCall: () => {},
  afterOpen: (_handle: FileHandle) => {},
}));

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs/promises")>();
  const watched =
    <Parameters extends unknown[], Result>(ask: (...parameters: Parameters) => Promise<Result>) =>
    (...parameters: Parameters) => {
      watch.beforeCall();
      return ask(...parameters);
    };
  const openWatched: typeof real.open = async (...parameters) => {
    watch.beforeCall();
    const handle = await real.open(...parameters);
    watch.afterOpen(handle);
    return handle;
  };
  return { ...real, open: openWatched, realpath: watched(real.realpath), lstat: watched(real.lstat) };
});

/** Returns the text of a file in a folder; null if it is rejected. */
type Reader = (folder: string, name: string) => Promise<string | null>;

const readContained: Reader = async (path, name) => {
  const folder = await ContainedFolder.open(path);
  const file = await folder.read(name, 1_000);
  return file.state === "read" ? file.bytes.toString() : null;
};

/** The naive implementation: checks where the path leads, then opens it. */
const naiveReader: Reader = async (path, name) => {
  try {
    const real = await realpath(join(path, name));
    if (!real.startsWith(path + sep) || !(await lstat(real)).isFile()) return null;
    const handle = await open(join(path, name), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await handle.readFile("utf8");
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
};

let hostile: HostileFolder;
/** Files outside of the folder that were opened, and how many of them were read. */
let outsideOpened = 0;

beforeEach(() => {
  outsideOpened = 0;
  watch.afterOpen = (handle) => {
    if (hostile.isOutside(handle.fd)) outsideOpened += 1;
  };
});

afterEach(() => {
  watch.beforeCall = () => {};
  watch.afterOpen = () => {};
});

describe("a folder read by untrusted names", () => {
  beforeAll(() => {
    hostile = new HostileFolder();
  });
  afterAll(() => hostile.remove());

  it.each(["file.txt", "./file.txt", "sub/file.txt", "sub/../file.txt", DEEP_FILE, "sub//file.txt"])(
    "reads %s",
    async (name) => {
      expect(await readContained(hostile.folder, name)).toBe(INSIDE);
    },
  );

  it("follows symlinks that stay inside, and returns their target", async () => {
    const { symlink } = await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
    await symlink("sub/deeper", hostile.at("link-inside"));
    const folder = await ContainedFolder.open(hostile.folder);
    const file = await folder.read("link-inside/file.txt", 100);
    expect(file).toEqual({ state: "read", path: DEEP_FILE, bytes: Buffer.from(INSIDE) });
  });

  it("does not read more than its limit", async () => {
    const folder = await ContainedFolder.open(hostile.folder);
    const file = await folder.read("file.txt", INSIDE.length - 1);
    expect(file).toEqual({ state: "too_large", path: "file.txt", size: INSIDE.length });
  });

  it("lists files and symlinks, and does not enter folders through symlinks", async () => {
    const folder = await ContainedFolder.open(hostile.folder);
    expect(await folder.list()).toEqual(["file.txt", "link-inside", DEEP_FILE, "sub/file.txt"]);
  });

  it(`rejects every hostile name${isRoot ? "" : " (stand-in: a symlink to a device instead of a device node)"}`, async () => {
    const names = [...hostileNames(hostile.outside), ...(await hostile.plant())];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(80);
    const read: string[] = [];
    for (const name of names) if ((await readContained(hostile.folder, name)) !== null) read.push(name);
    expect(read).toEqual([]);
    expect(outsideOpened).toBe(0);
  });
});

describe("a folder whose files are swapped between check and opening", () => {
  const RUNS = 1_000;
  /** Every way to swap, at every point. */
  const RUNS_OF_CONTROL = 60;

  /** Swaps something at each point of each reading in turn. @returns everything that was read */
  async function readWhileSwapping(
    read: Reader,
    runs: number,
  ): Promise<{ texts: (string | null)[]; swapped: number }> {
    hostile = new HostileFolder();
    const { swaps } = hostile;
    const texts: (string | null)[] = [];
    let swapped = 0;
    for (let run = 0; run < runs; run += 1) {
      hostile.restore();
      let callsToGo = Math.floor(run / swaps.length) % 9;
      watch.beforeCall = () => {
        if (callsToGo === 0) {
          swaps[run % swaps.length]?.();
          swapped += 1;
        }
        callsToGo -= 1;
      };
      texts.push(await read(hostile.folder, DEEP_FILE));
      watch.beforeCall = () => {};
    }
    hostile.remove();
    return { texts, swapped };
  }

  it("returns content from inside or nothing", async () => {
    const { texts, swapped } = await readWhileSwapping(readContained, RUNS);
    expect(swapped).toBeGreaterThan(RUNS / 2);
    expect(texts).toContain(INSIDE);
    expect(texts).toContain(null);
    expect(texts.filter((text) => text !== INSIDE && text !== null)).toEqual([]);
  }, 60_000);

  it("leaks content from outside with a naive reader (negative control)", async () => {
    const { texts } = await readWhileSwapping(naiveReader, RUNS_OF_CONTROL);
    expect(texts).toContain(OUTSIDE);
    expect(outsideOpened).toBeGreaterThan(0);
  }, 60_000);
});
