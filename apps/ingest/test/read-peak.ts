import { readFile } from "node:fs/promises";

/** Returns the peak resident memory of a process in MiB (`VmHWM`, proc(5)). */
export async function readPeak(pid: number | "self" | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
