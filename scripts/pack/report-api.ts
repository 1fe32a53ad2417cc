import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { parse } from "@babel/parser";
import type { Declaration, Identifier, StringLiteral } from "@babel/types";
import { z } from "zod";
import { assembleCore } from "./assemble-core.mjs";

const Manifest = z.object({
  exports: z.record(z.string(), z.union([z.string(), z.object({ types: z.string() })])),
});

/** Reports the public API of a package: each entry point's exports with their declarations. */
export async function reportApi(folder: string): Promise<string> {
  const { exports } = Manifest.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
  const lines: string[] = [];
  for (const [entry, target] of Object.entries(exports)) {
    if (typeof target === "string") continue;
    lines.push(`# ${join("@baton/core", entry)}`, "");
    const exported = await readExports(join(folder, target.types));
    const byName = [...exported].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, declarations] of byName) lines.push(...declarations, "");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/** Returns the declarations of each exported name of a file, its own or those of other files. */
async function readExports(path: string): Promise<Map<string, string[]>> {
  const text = await readFile(path, "utf8");
  const { program } = parse(text, { sourceType: "module", plugins: [["typescript", { dts: true }]] });
  const found = new Map<string, string[]>();
  const add = (name: string, declarations: readonly string[]) =>
    found.set(name, [...(found.get(name) ?? []), ...declarations]);
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration, source, specifiers } = statement;
    if (declaration) {
      const written = withoutWords(text.slice(declaration.start ?? 0, declaration.end ?? 0));
      for (const name of namesOf(declaration)) add(name, [written]);
    }
    if (!source) continue;
    const others = await readExports(join(path, "..", source.value.replace(/\.js$/, ".d.ts")));
    for (const specifier of specifiers) {
      if (specifier.type !== "ExportSpecifier") continue;
      add(nameOf(specifier.exported), others.get(specifier.local.name) ?? []);
    }
  }
  return found;
}

function namesOf(declaration: Declaration): string[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  return "id" in declaration && declaration.id ? [nameOf(declaration.id)] : [];
}

function nameOf(named: Identifier | StringLiteral): string {
  return named.type === "Identifier" ? named.name : named.value;
}

/** Removes comments and texts of hints, which may change. */
function withoutWords(text: string): string {
  return text
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "")
    .replace(/readonly hint: "(?:[^"\\]|\\.)*"/g, "readonly hint: string");
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "baton-api-"));
  await assembleCore(root, folder);
  await writeFile(join(root, "packages/core/api-report.txt"), await reportApi(folder));
  await rm(folder, { recursive: true });
}
