import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Runs `pg_ctl restart -m immediate` for the server on a port, with its own binaries, account and settings.
 *
 * @throws if no server was started on that port, or it does not restart.
 */
export async function restartPostgresAtOnce(port: number): Promise<void> {
  const dataDirectory = findDataDirectory(port);
  const [program = ""] = (await readFile(join(dataDirectory, "postmaster.opts"), "utf8")).split(" ");
  const { uid, gid } = await stat(dataDirectory);
  const restart = spawn(
    join(dirname(program), "pg_ctl"),
    ["restart", "-m", "immediate", "-w", "-D", dataDirectory, "-l", join(dataDirectory, "restart.log")],
    { uid, gid, cwd: "/", stdio: "ignore" },
  );
  const [code] = await once(restart, "exit");
  if (code !== 0) throw new Error(`PostgreSQL on port ${port} did not come back: exit code ${code}`);
}

/** Reads the data directory of the server on a port from its command line. */
function findDataDirectory(port: number): string {
  const programs = spawnSync("ps", ["-axww", "-o", "args="], { encoding: "utf8" }).stdout.split("\n");
  const server = programs.find((program) => program.includes(` port=${port}`));
  const [, directory] = / -D (\S+)/.exec(server ?? "") ?? [];
  if (directory === undefined) throw new Error(`no server was started on port ${port}`);
  return directory;
}
