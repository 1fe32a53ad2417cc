import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ENCODINGS, type Encoding } from "@baton/core/tokens";
import { type BenchRow, median, timeAlternately } from "./bench-row";
import type { ColdCount } from "./count-once";
import { createText, WRITTEN } from "./texts";
import { OURS, TOKEN_COUNTERS, WASM } from "./token-counters";

const BYTES = 1_000_000;
const ROUNDS = 9;
const COLD_ROUNDS = 5;

/**
 * Counts 1 MB of typical text, compared with other exact counters, and the first CJK text of a process,
 * compared with WASM.
 */
export async function benchTokens(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const encoding of ENCODINGS) {
    for (const [kind, write] of Object.entries(WRITTEN)) {
      rows.push(await compareWarm(kind, createText(write, BYTES), encoding));
    }
  }
  return [...rows, ...ENCODINGS.map(compareCold)];
}

async function compareWarm(kind: string, text: string, encoding: Encoding): Promise<BenchRow> {
  const variants = new Map<string, () => void>();
  const counts = new Set<number>();
  for (const [name, createCounter] of TOKEN_COUNTERS) {
    const count = await createCounter(encoding);
    counts.add(count(text));
    variants.set(name, () => void count(text));
  }
  if (counts.size > 1) throw new Error(`the counters disagree on ${kind}: ${[...counts].join(", ")}`);
  // One run for compilation, and to fill the caches of the other counters.
  timeAlternately(variants, 2);
  const times = timeAlternately(variants, ROUNDS);
  const speeds = new Map([...times].map(([name, ms]): [string, number] => [name, BYTES / ms / 1_000]));
  const ours = speeds.get(OURS) ?? Number.NaN;
  const best = Math.max(...[...speeds].map(([name, speed]) => (name === OURS ? 0 : speed)));
  return {
    what: `counting 1 MB of ${kind}, ${encoding}`,
    figures: Object.fromEntries(speeds),
    unit: "MB/s, warm",
    ratio: ours / best,
    goal: "≥ 1.5 × the speed of the best peer",
    isMet: ours >= 1.5 * best,
  };
}

function compareCold(encoding: Encoding): BenchRow {
  const samples = new Map([OURS, WASM].map((name): [string, ColdCount[]] => [name, []]));
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    for (const [name, colds] of samples) colds.push(countInNewProcess(name, encoding));
  }
  const pick = (name: string, part: keyof ColdCount) =>
    median((samples.get(name) ?? []).map((cold) => cold[part]));
  const ratio = pick(OURS, "counting") / pick(WASM, "counting");
  return {
    what: `counting 1 MB of CJK, ${encoding}, as the first text of a process`,
    figures: {
      [OURS]: pick(OURS, "counting"),
      [WASM]: pick(WASM, "counting"),
      [`${OURS}, to read the vocabulary`]: pick(OURS, "reading"),
      [`${WASM}, to read the vocabulary`]: pick(WASM, "reading"),
    },
    unit: "ms",
    ratio,
    goal: "≤ 2 × the time of WASM",
    isMet: ratio <= 2,
  };
}

function countInNewProcess(name: string, encoding: Encoding): ColdCount {
  const script = fileURLToPath(new URL("./count-once.ts", import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, ["--import", "tsx", script, name, encoding], { encoding: "utf8" }),
  );
}
