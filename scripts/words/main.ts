import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compareCounts, countHits, lowerBaseline, readBaseline } from "./baseline";
import { findHits } from "./find-hits";
import { WORD_RULES } from "./word-rules";

/**
 * Fails when a class of texts has more hits of the word rules than `baseline.json` allows.
 *
 *     npm run words                        compares the counts with the baseline
 *     npm run words -- docs apps/web/src   lists the hits in these folders or files
 *     npm run words -- --lower             lowers the baseline to the counts
 */

const ROOT = path.join(import.meta.dirname, "../..");
const BASELINE = path.join(import.meta.dirname, "baseline.json");

const parameters = process.argv.slice(2);
const paths = parameters.filter((word) => !word.startsWith("-"));
const hits = listFiles(paths).flatMap((file) => findHits(file, readFileSync(path.join(ROOT, file), "utf8")));

if (paths.length > 0) {
  for (const { file, line, rule, textClass, words } of hits)
    console.log(`${file}:${line} ${textClass} ${rule}: “${words}”. ${WORD_RULES[rule - 1]?.advice}.`);
  console.log(`${hits.length} hits`);
} else {
  const baseline = readBaseline(readFileSync(BASELINE, "utf8"));
  const counts = countHits(hits);
  const { risen, fallen } = compareCounts(counts, baseline);
  if (parameters.includes("--lower"))
    writeFileSync(BASELINE, `${JSON.stringify(lowerBaseline(counts, baseline), null, 2)}\n`);
  else for (const line of [...risen, ...fallen]) console.error(line);
  if (risen.length > 0) process.exitCode = 1;
  else
    console.log(
      `Checked words: ${Object.entries(counts)
        .map((pair) => pair.join(" "))
        .join(", ")}.`,
    );
}

/** Lists the files to read below the paths, or all of them. Omits decision records, which are history. */
function listFiles(below: readonly string[]): string[] {
  const folders = [
    "apps",
    "docs",
    "e2e",
    "examples",
    "packages",
    "scripts",
    "tools",
    "README.md",
    "CONTRIBUTING.md",
  ];
  const options = [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "--",
    ...(below.length > 0 ? below : folders),
  ];
  const files = execFileSync("git", options, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\n");
  return files.filter(
    (file) =>
      /\.(?:tsx?|mjs)$|^[A-Z]+\.md$|^docs\/(?:adr\/README|[\w-]+)\.md$/.test(file) &&
      !/\/(?:conformance|migrations)\//.test(file),
  );
}
