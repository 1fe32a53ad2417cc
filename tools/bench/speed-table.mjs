import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {Pick<import("./bench-row").BenchRow, "what" | "figures" |
 *   "unit" | "ratio" | "goal" | "isMet">} Row
 */

const PAGE = fileURLToPath(new URL("../../docs/quality.md", import.meta.url));
const RESULTS = fileURLToPath(new URL("./results.json", import.meta.url));
const SECTION = /(?<=<!-- bench: begin -->\n)[\s\S]*?(?=<!-- bench: end -->)/;

/**
 * Inserts the values of the last bench into a page.
 * @param {string} page Markdown with the two marks around the table
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function insertSpeedTable(page, rows) {
  const lines = rows.map(({ what, figures, unit, ratio, goal, isMet }) => {
    const measured = Object.entries(figures).map(
      ([name, figure]) => `${name} ${figure.toLocaleString("en")}`,
    );
    const times = ratio === null ? "" : `**${ratio.toLocaleString("en")} ×**: `;
    return `| ${what} | ${goal} | ${times}${measured.join(", ")} (${unit}) | ${isMet ? "met" : "missed"} |\n`;
  });
  return page.replace(SECTION, () =>
    ["| measurement | goal | last | |\n|---|---|---|---|\n", ...lines].join(""),
  );
}

/** Writes the values of `tools/bench/results.json` into `docs/quality.md`. */
export function writeSpeedTable() {
  const { rows } = JSON.parse(readFileSync(RESULTS, "utf8"));
  writeFileSync(PAGE, insertSpeedTable(readFileSync(PAGE, "utf8"), rows));
}
