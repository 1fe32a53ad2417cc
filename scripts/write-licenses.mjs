import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes the licenses of the libraries whose code is part of a bundle.
 * @param {readonly string[]} modules paths of all files of the bundle
 * @param {string} file
 */
export async function writeLicenses(modules, file) {
  const roots = new Set(
    modules.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []),
  );
  /** @type {Map<string, string[]>} license → packages */
  const texts = new Map();
  for (const root of [...roots].sort()) {
    const { name, version, license, licenses } = JSON.parse(
      await readFile(join(root, "package.json"), "utf8"),
    );
    const found = (await readdir(root)).find((each) => /^licen[cs]e/i.test(each));
    const text =
      found === undefined
        ? `License: ${license ?? licenses?.[0].type}`
        : await readFile(join(root, found), "utf8");
    texts.set(text.trim(), [...(texts.get(text.trim()) ?? []), `${name} ${version}`]);
  }
  const entries = [...texts].map(([text, packages]) => `${packages.join("\n")}\n\n${text}\n`);
  await writeFile(file, entries.join(`\n${"-".repeat(80)}\n\n`));
}
