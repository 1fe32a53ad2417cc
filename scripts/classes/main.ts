import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { __unstable__loadDesignSystem as loadDesignSystem } from "@tailwindcss/node";
import { type ClassUse, findClasses } from "./find-classes";

/** Fails if a class name of the pages produces no CSS: a typing error, or a step that the theme lacks. */

const ROOT = path.join(import.meta.dirname, "../..");
const STYLESHEET = path.join(ROOT, "apps/web/src/app/globals.css");
const FOLDERS = ["apps/web/src", "packages/ui/src"];

/** Names that other classes or a library refer to, without their own style. */
const MARKERS = /^(?:(?:group|peer)(?:\/[\w-]+)?|nopan|nodrag)$/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name)),
);
const found = findClasses(new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), "utf8")])));
const withoutCss = await findWithoutCss(found);
for (const { name, file, line } of withoutCss) console.error(`${file}:${line} “${name}” produces no CSS.`);
if (withoutCss.length > 0) process.exitCode = 1;
else console.log(`Checked ${found.length} class names: each produces CSS.`);

async function findWithoutCss(classes: readonly ClassUse[]): Promise<ClassUse[]> {
  const options = { base: path.dirname(STYLESHEET) };
  const design = await loadDesignSystem(readFileSync(STYLESHEET, "utf8"), options);
  const names = [...new Set(classes.map(({ name }) => name))].filter((name) => !MARKERS.test(name));
  const css = design.candidatesToCss(names);
  const missing = new Set(names.filter((_, index) => css[index] === null));
  return classes.filter(({ name }) => missing.has(name));
}
