import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../../scripts/bundle.mjs";
import { createFolder } from "./scratch";

/** Processes that follow all sources of a database; bundled once, so that each is there at once. */
export async function createFollowChildren(databaseUrl: string) {
  const folder = await createFolder();
  const program = join(folder.path, "follow-child.mjs");
  await bundle(fileURLToPath(new URL("follow-child.ts", import.meta.url)), program);
  const children: ChildProcess[] = [];
  return {
    /** @returns when it has committed its first batch. */
    start: async (): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [program, databaseUrl], { stdio: ["ignore", "pipe", "inherit"] });
      children.push(child);
      await once(child.stdout, "data");
      return child;
    },
    kill: async (child: ChildProcess | undefined): Promise<void> => {
      if (!child) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    remove: async (): Promise<void> => {
      for (const child of children) child.kill("SIGKILL");
      await folder.remove();
    },
  };
}
