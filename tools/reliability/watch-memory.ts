import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const SAMPLE_MILLISECONDS = 10_000;
/** The last quarter of a run may use this multiple of the memory of the second. */
const MEMORY_GROWTH = 1.15;
/** Descriptors come and go with connections and streams. */
const DESCRIPTOR_GROWTH = 10;

interface Sample {
  /** Resident memory in MB. */
  memory: number;
  descriptors: number;
}

export interface Steadiness {
  /** Medians of each quarter of the run, by process. */
  quarters: Record<string, { memory: number[]; descriptors: number[] }>;
  /** True if no process grew from the second quarter to the last; the first one fills caches. */
  isFlat: boolean;
}

/**
 * Reads the resident memory and the open file descriptors of processes every ten seconds, from `/proc`, until the
 * signal aborts.
 *
 * @param pids the processes by name
 */
export async function watchMemory(
  pids: Readonly<Record<string, number>>,
  signal: AbortSignal,
): Promise<Steadiness> {
  const samples = Object.entries(pids).map(([name, pid]) => ({ name, pid, taken: [] as Sample[] }));
  while (!signal.aborted) {
    for (const { pid, taken } of samples) taken.push(readSample(pid));
    await sleep(SAMPLE_MILLISECONDS, null, { signal }).catch(() => {});
  }
  const quarters = Object.fromEntries(
    samples.map(({ name, taken }) => [
      name,
      {
        memory: mediansOfQuarters(taken.map(({ memory }) => memory)),
        descriptors: mediansOfQuarters(taken.map(({ descriptors }) => descriptors)),
      },
    ]),
  );
  const isFlat = Object.values(quarters).every(({ memory, descriptors }) => {
    const [, second = 0, , last = Infinity] = memory;
    const [, secondOpen = 0, , lastOpen = Infinity] = descriptors;
    return last <= second * MEMORY_GROWTH && lastOpen <= secondOpen + DESCRIPTOR_GROWTH;
  });
  return { quarters, isFlat };
}

function readSample(pid: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes = ""] = /^VmRSS:\s*(\d+) kB$/m.exec(status) ?? [];
  return { memory: Math.round(Number(kilobytes) / 1024), descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

function mediansOfQuarters(values: readonly number[]): number[] {
  return [0, 1, 2, 3].map((quarter) => {
    const part = values.slice((quarter * values.length) / 4, ((quarter + 1) * values.length) / 4);
    return part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  });
}
