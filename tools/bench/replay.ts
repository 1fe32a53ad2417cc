import { PolicyReplay, type RecordedHandoff } from "@baton/server/replay";
import { type BenchRow, median } from "./bench-row";
import { createPolicies, createRecordedRows } from "./recorded-handoffs";

const HANDOFFS = 100_000;
const TIMES_MORE = 10;
const ROUNDS = 3;
const NOW = Date.UTC(2026, 0, 2);

/**
 * Measures the replay of a draft over 100,000 recorded handoffs of about 63 fields each: time in addition to
 * reading the rows, and memory.
 */
export function benchReplay(): BenchRow[] {
  const rows = createRecordedRows(2_000);
  replay(rows, 10_000);
  const runs = Array.from({ length: ROUNDS }, () => replay(rows, HANDOFFS));
  const seconds = median(runs.map((run) => run.seconds));
  const readSeconds = median(runs.map((run) => run.readSeconds));
  const megabytes = Math.max(...runs.map((run) => run.megabytes));
  const growth = replay(rows, TIMES_MORE * HANDOFFS).seconds / seconds / TIMES_MORE;
  return [
    {
      what: "replay of a draft over 100,000 handoffs",
      figures: { replay: seconds, "reading the rows": readSeconds },
      unit: "s",
      ratio: seconds / readSeconds,
      goal: "≤ 3 s beyond reading the rows",
      isMet: seconds <= 3,
    },
    {
      what: "replay of a draft over 100,000 handoffs: memory",
      figures: { replay: megabytes },
      unit: "MB of resident memory at most",
      ratio: null,
      goal: "≤ 300 MB",
      isMet: megabytes <= 300,
    },
    {
      what: "replay of 1,000,000 handoffs, compared with 100,000",
      figures: { "a handoff of 1,000,000 to one of 100,000": growth },
      unit: "× the time",
      ratio: growth,
      goal: "≤ 1.25 × (linear)",
      isMet: growth <= 1.25,
    },
  ];
}

function replay(rows: readonly string[], handoffs: number) {
  const policies = createPolicies();
  const ongoing = new PolicyReplay(policies.draft, { current: policies.current, now: NOW });
  let [milliseconds, readMilliseconds, bytes] = [0, 0, 0];
  for (let count = 0; count < handoffs; count += 1) {
    const start = performance.now();
    const handoff: RecordedHandoff = JSON.parse(rows[count % rows.length] ?? "");
    const read = performance.now();
    ongoing.add(handoff);
    milliseconds += performance.now() - read;
    readMilliseconds += read - start;
    if (count % 1_000 === 0) bytes = Math.max(bytes, process.memoryUsage.rss());
  }
  const start = performance.now();
  ongoing.result();
  milliseconds += performance.now() - start;
  return {
    seconds: milliseconds / 1_000,
    readSeconds: readMilliseconds / 1_000,
    megabytes: bytes / 1_000_000,
  };
}
