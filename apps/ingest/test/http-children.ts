import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createFolder } from "./scratch";

const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** Processes that answer requests, bundled once, so that each is there within a second. */
export interface HttpChildren {
  /** @returns when it answers. */
  start(databaseUrl: string, mode?: string): Promise<HttpChild>;
  /** Kills those that are left, and removes the bundle. */
  remove(): Promise<void>;
}

export interface HttpChild {
  port: number;
  kill(): Promise<void>;
  /** The most memory that it ever had resident, in MiB. */
  readPeak(): Promise<number>;
}

export async function bundleChildren(): Promise<HttpChildren> {
  const folder = await createFolder();
  const program = join(folder.path, "http-child.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("http-child.ts", import.meta.url))],
    ...{ outfile: program, bundle: true, platform: "node", format: "esm", banner: { js: REQUIRE } },
    logLevel: "error",
  });
  const children: ChildProcess[] = [];
  return {
    start: async (databaseUrl, mode = "careful") => {
      const child = spawn(process.execPath, [program, databaseUrl, mode], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.push(child);
      const [data] = await once(child.stdout, "data");
      return {
        port: Number(String(data).trim()),
        kill: async () => {
          const exited = once(child, "exit");
          child.kill("SIGKILL");
          await exited;
        },
        readPeak: async () => {
          const status = await readFile(`/proc/${child.pid}/status`, "utf8");
          return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
        },
      };
    },
    remove: async () => {
      for (const child of children) child.kill("SIGKILL");
      await folder.remove();
    },
  };
}
