import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "./bench-row";
import { ROW_GROUPS } from "./row-groups";
import { writeSpeedTable } from "./speed-table.mjs";

const RESULTS = new URL("./results.json", import.meta.url);

// `npm run bench` measures everything and writes `results.json`; `npm run bench -- matching scoping` measures
// these groups and replaces their rows.
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(ROW_GROUPS, name));
if (unknown.length > 0) {
  throw new Error(`no such rows: ${unknown.join(", ")}; there are ${Object.keys(ROW_GROUPS).join(", ")}`);
}

const rows: BenchRow[] = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(ROW_GROUPS)) {
  const measured = await measure(name);
  rows.push(...measured);
  process.stdout.write(measured.map(describe).join(""));
}
const missed = rows.filter(({ isMet }) => !isMet).length;
process.stdout.write(`\n${rows.length - missed} goals met, ${missed} missed\n`);
const results = {
  machine: describeMachine(),
  rows: chosen.length === 0 ? rows.map(round) : await replaceRows(rows.map(round)),
};
await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
writeSpeedTable();

/** Returns the earlier rows, with measured ones in place of those with the same text; new ones are last. */
async function replaceRows(measured: readonly BenchRow[]): Promise<BenchRow[]> {
  const written: { rows: BenchRow[] } = JSON.parse(await readFile(RESULTS, "utf8"));
  const byWords = new Map(measured.map((row) => [row.what, row]));
  const kept = written.rows.map((row) => byWords.get(row.what) ?? row);
  const known = new Set(written.rows.map(({ what }) => what));
  return [...kept, ...measured.filter(({ what }) => !known.has(what))];
}

/** Measures in a separate process, so that groups do not share caches, compiled code and memory. */
async function measure(name: string): Promise<BenchRow[]> {
  const child = fork(fileURLToPath(new URL("./run-group.ts", import.meta.url)), [name]);
  const [measured] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (!Array.isArray(measured)) throw new Error(`the rows of ${name} ended with ${measured}`);
  return measured;
}

function describe({ what, figures, unit, ratio, goal, isMet, note }: BenchRow): string {
  const times = ratio === null ? "" : `${format(ratio)} ×, `;
  const measured = Object.entries(figures).map(([name, figure]) => `${name} ${format(figure)}`);
  const verdict = `${isMet ? "met   " : "MISSED"}  ${what}: ${times}goal ${goal}`;
  return `${verdict}\n        ${measured.join(" · ")} (${unit})\n${note ? `        ${note}\n` : ""}`;
}

function describeMachine(): Record<string, string | number> {
  return {
    node: process.version,
    v8: process.versions.v8,
    platform: `${process.platform}-${process.arch}`,
    cpu: cpus()[0]?.model ?? "unknown",
    cpus: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
  };
}

function round(row: BenchRow): BenchRow {
  const figures = Object.entries(row.figures).map(([name, figure]): [string, number] => [
    name,
    threeDigits(figure),
  ]);
  return {
    ...row,
    figures: Object.fromEntries(figures),
    ratio: row.ratio === null ? null : threeDigits(row.ratio),
  };
}

/** Rounds to three digits; more would be noise. */
function threeDigits(figure: number): number {
  return Number(figure.toPrecision(3));
}

function format(figure: number): string {
  return threeDigits(figure).toLocaleString("en");
}
