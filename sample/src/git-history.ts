import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { SampleFile } from "./sample-file";

/** A state of a project. `at`: milliseconds since 1970; `files`: contents by path below the project's folder. */
export interface Snapshot {
  at: number;
  message: string;
  files: Readonly<Record<string, string>>;
}

const AUTHOR = "Claims team <claims@example.org>";

/**
 * Writes the repository that git would create for the states of a project: loose objects, a branch `main`, and an
 * index that matches the last state.
 *
 * @param folder    the project's folder, below the sample's.
 * @param snapshots earliest first; at least one.
 * @returns the files of `.git/`, and the id of each commit.
 */
export function layHistory(
  folder: string,
  snapshots: readonly Snapshot[],
): { files: SampleFile[]; ids: string[] } {
  const store = new ObjectStore();
  const ids: string[] = [];
  for (const { at, message, files } of snapshots) {
    const person = `${AUTHOR} ${Math.floor(at / 1_000)} +0000`;
    const lines = [
      `tree ${upsertTree(store, Object.entries(files))}`,
      ...ids.slice(-1).map((parent) => `parent ${parent}`),
      `author ${person}`,
      `committer ${person}`,
      "",
      message,
      "",
    ];
    ids.push(store.put("commit", Buffer.from(lines.join("\n"))));
  }
  const index = writeIndex(store, snapshots.at(-1)?.files ?? {});
  const text = (path: string, content: string): SampleFile => ({ path: `${folder}/.git/${path}`, content });
  const binary = (path: string, bytes: Buffer): SampleFile => ({
    ...text(path, bytes.toString("base64")),
    encoding: "base64",
  });
  return {
    ids,
    files: [
      text("HEAD", "ref: refs/heads/main\n"),
      text("refs/heads/main", `${ids.at(-1) ?? ""}\n`),
      binary("index", index),
      ...[...store.objects].map(([id, bytes]) => binary(`objects/${id.slice(0, 2)}/${id.slice(2)}`, bytes)),
    ],
  };
}

/** Compressed objects by id: the SHA-1 of their type, length and content. */
class ObjectStore {
  readonly objects = new Map<string, Buffer>();

  put(type: "blob" | "tree" | "commit", content: Buffer): string {
    const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash("sha1").update(bytes).digest("hex");
    this.objects.set(id, deflateSync(bytes));
    return id;
  }
}

function upsertTree(store: ObjectStore, files: readonly [path: string, content: string][]): string {
  const folders = new Map<string, [string, string][]>();
  const entries: { name: string; mode: string; id: string }[] = [];
  for (const [path, content] of files) {
    const [name = "", ...rest] = path.split("/");
    if (rest.length > 0) folders.set(name, [...(folders.get(name) ?? []), [rest.join("/"), content]]);
    else entries.push({ name, mode: "100644", id: store.put("blob", Buffer.from(content)) });
  }
  for (const [name, below] of folders) entries.push({ name, mode: "40000", id: upsertTree(store, below) });
  // Git sorts a folder as if its name ended in a slash.
  const sortKey = ({ name, mode }: (typeof entries)[number]) => (mode === "40000" ? `${name}/` : name);
  entries.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const parts = entries.flatMap(({ name, mode, id }) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(id, "hex"),
  ]);
  return store.put("tree", Buffer.concat(parts));
}

/** Writes an index of version 2. It has no file times or sizes, so git reads the files themselves. */
function writeIndex(store: ObjectStore, files: Snapshot["files"]): Buffer {
  const paths = Object.keys(files).sort();
  const header = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  header.writeUInt32BE(paths.length, 8);
  const entries = paths.map((path) => {
    const length = Buffer.byteLength(path);
    const entry = Buffer.alloc(70 + length - ((62 + length) % 8));
    entry.writeUInt32BE(0o100644, 24);
    entry.write(store.put("blob", Buffer.from(files[path] ?? "")), 40, "hex");
    entry.writeUInt16BE(Math.min(length, 0xfff), 60);
    entry.write(path, 62);
    return entry;
  });
  const body = Buffer.concat([header, ...entries]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}
