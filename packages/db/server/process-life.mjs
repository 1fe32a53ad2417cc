import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Returns true if a process with this ID runs, under any account. False for a zombie, for example in a
 * container whose first process does not reap.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}

/**
 * Returns the name of the program that a process runs; `undefined` if unknown. Process IDs are reused,
 * especially after a reboot, so a recorded ID alone proves nothing.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function programName(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    const listing = spawnSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" });
    const command = listing.stdout?.trim();
    return command ? basename(command) : undefined;
  }
}
