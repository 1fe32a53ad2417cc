import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { INGEST_NODE_OPTIONS } from "@baton/launch";
import { bundle } from "../../../scripts/bundle.mjs";
import { readPeak } from "./read-peak";
import { createFolder } from "./scratch";

/** Starts processes of one program, bundled once, so that each starts within a second. */
export interface Children {
  /**
   * Starts a process.
   * @param variables environment variables, in addition to `PATH`. Node gets the same options as for ingest.
   */
  start(parameters?: readonly string[], variables?: Readonly<Record<string, string>>): Child;
  /** Kills the remaining processes and removes the bundle. */
  remove(): Promise<void>;
}

export interface Child {
  process: ChildProcess;
  /** The output and errors so far. */
  output(): { printed: string; failures: string };
  /** Resolves to the first output. */
  firstPrint(): Promise<string>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Returns the process's peak resident memory in MiB. */
  readPeak(): Promise<number>;
}

/**
 * Bundles a program.
 * @param entry relative to this folder, such as `./http-child.ts`.
 */
export async function bundleChildren(entry: string): Promise<Children> {
  const folder = await createFolder();
  const program = join(folder.path, "program.mjs");
  await bundle(fileURLToPath(new URL(entry, import.meta.url)), program);
  const children: ChildProcess[] = [];
  return {
    start: (parameters = [], variables = {}) => {
      const child = spawn(process.execPath, [program, ...parameters], {
        env: { PATH: process.env.PATH, NODE_OPTIONS: INGEST_NODE_OPTIONS, ...variables },
        stdio: ["ignore", "pipe", "pipe"],
      });
      children.push(child);
      const output = { printed: "", failures: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output.printed += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        output.failures += text;
      });
      const ended = once(child, "exit");
      return {
        process: child,
        output: () => output,
        firstPrint: async () => {
          if (output.printed === "") await Promise.race([once(child.stdout, "data"), ended]);
          if (output.printed === "") throw new Error(`it ended without a word: ${output.failures}`);
          return output.printed;
        },
        kill: async () => {
          child.kill("SIGKILL");
          await ended;
        },
        readPeak: () => readPeak(child.pid),
      };
    },
    remove: async () => {
      for (const child of children) child.kill("SIGKILL");
      await folder.remove();
    },
  };
}
