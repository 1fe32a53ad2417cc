import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Whether a process with this id runs, whoever owns it. One that has ended and that nobody has waited for (in
 * a container whose first process reaps nothing, say) does not.
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
 * The name of the program that a process runs, `undefined` when nobody can tell. Process ids are given out
 * again, after a reboot above all, so a recorded id alone says nothing.
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
