import { createSequence } from "../bench/bench-row";

/** Traffic of a fleet, over the days that retention keeps. */
export interface Fleet {
  readonly handoffs: number;
  readonly days: number;
  readonly workspaces: number;
  /** Programs that post events. */
  readonly clients: number;
  /** Busy hours have this many times the average. */
  readonly peak: number;
}

/** Measured per unit: see "Growth, measured" and "Cold storage" in `docs/scaling.md`, and `tools/bench/results.json`. */
export interface Units {
  readonly linesPerHandoff: number;
  /** Bytes per handoff. */
  readonly warmBytes: number;
  readonly coldBytes: number;
  readonly fileBytes: number;
  readonly identityBytes: number;
  /** Bytes per handoff of the indexes that new rows touch in any place. */
  readonly indexBytes: number;
  /** Lines per second of one ingest process on one core. */
  readonly linesPerSecond: number;
  /** Lines of one request. */
  readonly linesPerBatch: number;
  /** Seconds of a transaction beyond its lines. */
  readonly commitSeconds: number;
}

export const FLEET: Fleet = { handoffs: 1e9, days: 90, workspaces: 1_000, clients: 200, peak: 4 };

export const UNITS: Units = {
  linesPerHandoff: 1.3,
  warmBytes: 3_730,
  coldBytes: 2_060,
  fileBytes: 195,
  identityBytes: 185,
  indexBytes: 381,
  linesPerSecond: 2_660,
  linesPerBatch: 50,
  commitSeconds: 0.005,
};

const SECONDS_PER_DAY = 86_400;
const GIGABYTE = 1e9;
/** Steps of a random share. */
const RESOLUTION = 1_000_000;

/** The wait of requests in a simulated hour, in seconds. */
interface Waits {
  readonly median: number;
  readonly tail: number;
  /** Share of the time in which the processes work. */
  readonly busy: number;
}

/**
 * Simulates clients that post batches at random moments. Batches of one workspace follow each other, because they add to
 * the same totals; a process stores one batch at a time.
 */
export function simulateIngest(fleet: Fleet, units: Units, processes: number, seconds = 600): Waits {
  const next = createSequence(1);
  const linesPerSecond = peakLines(fleet, units);
  const batchesPerSecond = linesPerSecond / units.linesPerBatch;
  const service = units.linesPerBatch / units.linesPerSecond + units.commitSeconds;
  const workspaceOf = Array.from({ length: fleet.clients }, () => next(fleet.workspaces));
  const freeAt = Array.from({ length: processes }, () => 0);
  const workspaceFreeAt = new Map<number, number>();
  const waits: number[] = [];
  const gap = () => -Math.log((next(RESOLUTION) + 1) / RESOLUTION) / batchesPerSecond;
  for (let now = 0; now < seconds; now += gap()) {
    const workspace = workspaceOf[next(fleet.clients)] ?? 0;
    const process = freeAt.indexOf(Math.min(...freeAt));
    const start = Math.max(now, freeAt[process] ?? 0, workspaceFreeAt.get(workspace) ?? 0);
    freeAt[process] = start + service;
    workspaceFreeAt.set(workspace, start + service);
    waits.push(start + service - now);
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  return { median: at(0.5), tail: at(0.99), busy: (waits.length * service) / seconds / processes };
}

/** Lines per second in busy hours. */
function peakLines({ handoffs, days, peak }: Fleet, { linesPerHandoff }: Units): number {
  return (handoffs * linesPerHandoff * peak) / (days * SECONDS_PER_DAY);
}

/** Returns the table of `docs/scaling.md`. */
export function calculate(fleet: Fleet, units: Units): string {
  const { handoffs, days } = fleet;
  const monthly = (handoffs * 30) / days;
  const lines = peakLines(fleet, units);
  const waits = [1, 2, 4].map((processes) => ({ processes, ...simulateIngest(fleet, units, processes) }));
  const rows = [
    ["lines in busy hours", `${amount(lines)} per second`],
    ["storage, all in PostgreSQL", gigabytes(handoffs * units.warmBytes)],
    [
      "storage with the last month in PostgreSQL, older ones cold",
      `${gigabytes(monthly * units.warmBytes + (handoffs - monthly) * units.coldBytes)} and ${gigabytes((handoffs - monthly) * units.fileBytes)} of files`,
    ],
    ["`event_identity`, which has no months", gigabytes(handoffs * units.identityBytes)],
    ["indexes of the newest month of `handoff`", gigabytes(monthly * units.indexBytes)],
    ["handoffs of a workspace", `${amount(handoffs / fleet.workspaces / days)} per day`],
    ...waits.map(({ processes, median, tail, busy }) => [
      `${processes} ingest ${processes === 1 ? "process" : "processes"} at ${fleet.clients} clients`,
      busy >= 1
        ? "falls behind"
        : `busy ${Math.round(busy * 100)} % of the time; a request takes ${milliseconds(median)}, at the 99th percentile ${milliseconds(tail)}`,
    ]),
    ["first bottleneck", nameBottleneck(monthly * units.indexBytes, waits[0]?.busy ?? 0)],
  ];
  return [
    "| | calculated |",
    "|---|---|",
    ...rows.map(([what, result]) => `| ${what} | ${result} |`),
    "",
  ].join("\n");
}

/** Memory of a server that one can rent without asking. */
const COMMON_MEMORY = 64 * GIGABYTE;

function nameBottleneck(indexes: number, busyOfOne: number): string {
  const shares = [
    {
      share: indexes / COMMON_MEMORY,
      name: `memory for the indexes of a month (${(indexes / COMMON_MEMORY).toFixed(1)} × 64 GB)`,
    },
    { share: busyOfOne, name: `one ingest process (${Math.round(busyOfOne * 100)} % busy)` },
  ];
  return shares.sort((a, b) => b.share - a.share)[0]?.name ?? "";
}

function amount(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function gigabytes(bytes: number): string {
  return `${amount(bytes / GIGABYTE)} GB`;
}

function milliseconds(seconds: number): string {
  return `${amount(seconds * 1_000)} ms`;
}
