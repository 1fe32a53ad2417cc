import "server-only";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** The repository, or what the build copied of it. The server runs in the folder of this app. */
const ROOT = path.resolve(/* turbopackIgnore: true */ process.cwd(), "../..");

const README = "README.md";
const NAMED = /^# (.+)$/m;
const GROUP = /^\*\*(.+)\*\*$/;
const LISTED = /^- (.+)$/;
const GUIDE = /\[([^\]]+)\]\(docs\/([^)]+)\.md\)/g;

/** A page of the documentation, in Markdown. */
export interface DocPage {
  /** Path in the repository, such as `docs/costs.md`. */
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

/** A line of the README's list of guides. */
interface DocGuide {
  readonly title: string;
  readonly address: string;
  readonly about: string;
}

export interface Docs {
  readonly pages: ReadonlyMap<string, DocPage>;
  readonly groups: readonly { title: string; guides: readonly DocGuide[] }[];
}

let known: Promise<Docs> | null = null;

/** Returns the pages of `docs/` by address, in the order of the README, and the README's list of them. Reads them once. */
export function readDocs(): Promise<Docs> {
  known ??= loadDocs(ROOT);
  return known;
}

/** Returns the address of a Markdown file of the repository: `docs/adr/README.md` has `/docs/adr`. */
export function addressOfDoc(file: string): string {
  return `/${file.replace(/\.md$/, "").replace(/\/README$/, "")}`;
}

/** @param root folder of the repository. */
export async function loadDocs(root: string): Promise<Docs> {
  const readText = (file: string) => readFile(path.join(/* turbopackIgnore: true */ root, file), "utf8");
  const names = await readdir(path.join(/* turbopackIgnore: true */ root, "docs"), { recursive: true });
  const files = names.filter((name) => name.endsWith(".md")).map((name) => path.posix.join("docs", name));
  const pages = await Promise.all(
    files.map(async (file) => {
      const text = await readText(file);
      return { file, title: z.string().parse(NAMED.exec(text)?.[1]), text };
    }),
  );
  const groups = listGuides(await readText(README));
  const listed = groups.flatMap(({ guides }) => guides.map(({ address }) => address));
  const place = (address: string) => listed.indexOf(address) + 1 || listed.length + 1;
  const byAddress = pages.map((page): [string, DocPage] => [addressOfDoc(page.file), page]);
  return { pages: new Map(byAddress.toSorted(([a], [b]) => place(a) - place(b))), groups };
}

/** Reads the groups below the heading "Documentation": names in bold, each with a list of guides. */
function listGuides(readme: string): Docs["groups"] {
  const groups: { title: string; guides: DocGuide[] }[] = [];
  const [, list = ""] = readme.split("\n## Documentation\n");
  for (const line of list.split("\n## ")[0]?.split("\n") ?? []) {
    const title = GROUP.exec(line)?.[1];
    if (title !== undefined) groups.push({ title, guides: [] });
    const item = LISTED.exec(line)?.[1] ?? "";
    for (const [, name = "", file = ""] of item.matchAll(GUIDE)) {
      const address = addressOfDoc(`docs/${file}.md`);
      groups.at(-1)?.guides.push({ title: name, address, about: item.split("): ")[1] ?? "" });
    }
  }
  return groups;
}
