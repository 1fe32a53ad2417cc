import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { SampleFile } from "./sample-file";

/** A state of a project, whole: its files by their paths below the project's folder. */
export interface Snapshot {
  /** Milliseconds since 1970. */
  at: number;
  message: string;
  files: Readonly<Record<string, string>>;
}

const AUTHOR = "Claims team <claims@example.org>";

/**
 * The repository that git would have made of some states of a project, one after the other: loose objects, a
 * branch `main`, and an index that is as the last of them.
 *
 * @param folder    the project's, below the sample's.
 * @param snapshots the earliest first; at least one.
 * @returns the files of `.git/`, and the id of each commit.
 */
export function layHistory(
  folder: string,
  snapshots: readonly Snapshot[],
): { files: SampleFile[]; ids: string[] } {
  const store = new ObjectStore();
  const ids: string[] = [];
  for (const { at, message, files } of snapshots) {
    const parent = ids.at(-1);
    const person = `${AUTHOR} ${Math.floor(at / 1_000)} +0000`;
    const lines = [
      `tree ${putTree(store, Object.entries(files))}`,
      ...(parent === undefined ? [] : [`parent ${parent}`]),
      `author ${person}`,
      `committer ${person}`,
      "",
      message,
      "",
    ];
    ids.push(store.put("commit", Buffer.from(lines.join("\n"))));
  }
  const index = writeIndex(store, snapshots.at(-1)?.files ?? {});
  const git = (path: string, content: string): SampleFile => ({ path: `${folder}/.git/${path}`, content });
  return {
    ids,
    files: [
      git("HEAD", "ref: refs/heads/main\n"),
      git("refs/heads/main", `${ids.at(-1) ?? ""}\n`),
      { ...git("index", index.toString("base64")), encoding: "base64" },
      ...store.list().map(({ id, bytes }): SampleFile => {
        const path = `objects/${id.slice(0, 2)}/${id.slice(2)}`;
        return { ...git(path, bytes.toString("base64")), encoding: "base64" };
      }),
    ],
  };
}

/** Objects by their ids, which are the SHA-1 of their type, length and content. */
class ObjectStore {
  readonly #objects = new Map<string, Buffer>();

  put(type: "blob" | "tree" | "commit", content: Buffer): string {
    const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash("sha1").update(bytes).digest("hex");
    this.#objects.set(id, deflateSync(bytes));
    return id;
  }

  list(): { id: string; bytes: Buffer }[] {
    return [...this.#objects].map(([id, bytes]) => ({ id, bytes }));
  }
}

function putTree(store: ObjectStore, files: readonly [path: string, content: string][]): string {
  const folders = new Map<string, [string, string][]>();
  const entries: { name: string; mode: string; id: string }[] = [];
  for (const [path, content] of files) {
    const slash = path.indexOf("/");
    if (slash < 0) entries.push({ name: path, mode: "100644", id: store.put("blob", Buffer.from(content)) });
    else {
      const name = path.slice(0, slash);
      folders.set(name, [...(folders.get(name) ?? []), [path.slice(slash + 1), content]]);
    }
  }
  for (const [name, below] of folders) entries.push({ name, mode: "40000", id: putTree(store, below) });
  // A folder is sorted as if its name ended in a slash.
  const sortKey = ({ name, mode }: (typeof entries)[number]) => (mode === "40000" ? `${name}/` : name);
  entries.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const parts = entries.flatMap(({ name, mode, id }) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(id, "hex"),
  ]);
  return store.put("tree", Buffer.concat(parts));
}

/** Of a file's times and size the index says nothing, so that git looks into the file itself. */
function writeIndex(store: ObjectStore, files: Readonly<Record<string, string>>): Buffer {
  const paths = Object.keys(files).sort();
  const header = Buffer.alloc(12);
  header.write("DIRC");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(paths.length, 8);
  const entries = paths.map((path) => {
    const length = 62 + Buffer.byteLength(path);
    const entry = Buffer.alloc(length + 8 - (length % 8));
    entry.writeUInt32BE(0o100644, 24);
    entry.write(store.put("blob", Buffer.from(files[path] ?? "")), 40, "hex");
    entry.writeUInt16BE(Math.min(Buffer.byteLength(path), 0xfff), 60);
    entry.write(path, 62);
    return entry;
  });
  const body = Buffer.concat([header, ...entries]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}
