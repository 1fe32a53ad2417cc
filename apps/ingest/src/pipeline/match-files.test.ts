import { describe, expect, it } from "vitest";
import type { FileOnDisk } from "./list-files";
import { type KnownFile, matchFiles } from "./match-files";

/** The content is one word. A file continues another if it starts with what was read of it. */
interface Known extends KnownFile {
  content: string;
}

const contents = new Map<FileOnDisk, string>();

function onDisk(path: string, inode: string, content: string): FileOnDisk {
  const file = { path, device: "1", inode, size: content.length, changedAt: 0 };
  contents.set(file, content);
  return file;
}

function known(path: string, inode: string, content: string, state: KnownFile["state"] = "reading"): Known {
  const { length } = content;
  return {
    path,
    device: "1",
    inode,
    state,
    fingerprintLength: Math.min(2, length),
    readOffset: length,
    content,
  };
}

async function match(files: FileOnDisk[], knownFiles: Known[]): Promise<string[]> {
  const matches = await matchFiles(files, knownFiles, {
    isContinued: async (file, each) => (contents.get(file) ?? "").startsWith(each.content),
    beginsAlike: async (file, each) =>
      (contents.get(file) ?? "").startsWith(each.content.slice(0, each.fingerprintLength)),
  });
  return matches
    .map((each) => {
      if (each.kind === "new") return `${each.file.path} is new`;
      if (each.kind === "copy") return `${each.file.path} is a copy of ${each.of.path}`;
      if (each.kind === "gone") return `${each.known.path} is gone`;
      return `${each.known.path} is ${each.kind} in ${each.file.path}`;
    })
    .sort();
}

describe("matchFiles", () => {
  it("follows a renamed file by its inode, and treats a file with the old name as new", async () => {
    const files = [onDisk("/a.jsonl", "9", "xy"), onDisk("/a.jsonl.1", "1", "abcd")];
    expect(await match(files, [known("/a.jsonl", "1", "abc")])).toEqual([
      "/a.jsonl is continued in /a.jsonl.1",
      "/a.jsonl is new",
    ]);
  });

  it("follows content that was copied to another file before its own was truncated", async () => {
    const files = [onDisk("/a.jsonl", "1", "x"), onDisk("/a.jsonl.1", "2", "abcd")];
    expect(await match(files, [known("/a.jsonl", "1", "abc")])).toEqual([
      "/a.jsonl is continued in /a.jsonl.1",
      "/a.jsonl is new",
    ]);
  });

  it("ignores a rotated copy while the original exists, and reads any other copy", async () => {
    const files = [
      onDisk("/a.jsonl", "1", "abcdef"),
      onDisk("/a.jsonl.1", "2", "abc"),
      onDisk("/a-20260102.jsonl", "3", "ab"),
      onDisk("/a-2.jsonl", "4", "abc"),
      onDisk("/other/a.jsonl.1", "5", "abc"),
    ];
    expect(await match(files, [known("/a.jsonl", "1", "abcde")])).toEqual([
      "/a-2.jsonl is new",
      "/a-20260102.jsonl is a copy of /a.jsonl",
      "/a.jsonl is continued in /a.jsonl",
      "/a.jsonl.1 is a copy of /a.jsonl",
      "/other/a.jsonl.1 is new",
    ]);
  });

  it("treats a reused inode as another file", async () => {
    expect(await match([onDisk("/b.jsonl", "1", "xyz")], [known("/a.jsonl", "1", "abc")])).toEqual([
      "/a.jsonl is gone",
      "/b.jsonl is new",
    ]);
    expect(await match([onDisk("/a.jsonl", "1", "xyz")], [known("/a.jsonl", "1", "abc")])).toEqual([
      "/a.jsonl is rewritten in /a.jsonl",
    ]);
  });

  it("continues a file that was replaced by a longer version, and one that reappeared", async () => {
    expect(await match([onDisk("/a.jsonl", "2", "abcd")], [known("/a.jsonl", "1", "abc")])).toEqual([
      "/a.jsonl is continued in /a.jsonl",
    ]);
    expect(await match([onDisk("/a.jsonl", "2", "abcd")], [known("/a.jsonl", "1", "abc", "gone")])).toEqual([
      "/a.jsonl is continued in /a.jsonl",
    ]);
    expect(await match([onDisk("/a.jsonl", "1", "xyz")], [known("/a.jsonl", "1", "abc", "gone")])).toEqual([
      "/a.jsonl is new",
    ]);
  });

  it("distinguishes files that swap names", async () => {
    const files = [onDisk("/a.jsonl", "2", "xyz1"), onDisk("/b.jsonl", "1", "abc2")];
    expect(await match(files, [known("/a.jsonl", "1", "abc"), known("/b.jsonl", "2", "xyz")])).toEqual([
      "/a.jsonl is continued in /b.jsonl",
      "/b.jsonl is continued in /a.jsonl",
    ]);
  });

  it("compares twenty thousand deleted files with as many new ones without comparing every pair", async () => {
    const numbers = Array.from({ length: 20_000 }, (_, number) => number);
    const files = numbers.map((number) => onDisk(`/new-${number}.jsonl`, `1${number}`, "ab"));
    const gone = numbers.map((number) => known(`/old-${number}.jsonl`, `2${number}`, "ab", "gone"));
    const standing = numbers.map((number) => onDisk(`/standing-${number}.jsonl`, `3${number}`, "ab"));
    const read = numbers.map((number) => known(`/standing-${number}.jsonl`, `3${number}`, "ab"));
    const matches = await match([...files, ...standing], [...gone, ...read]);
    expect(matches.filter((each) => each.endsWith(" is new"))).toHaveLength(20_000);
  });
});
