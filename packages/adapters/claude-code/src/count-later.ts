import { once } from "node:events";
import * as z from "zod/mini";
import { HookLog } from "./hook-log";

/** An event of a session's log, and the texts whose sizes it records: a number of tokens under each name. */
const CountJob = z.object({
  project: z.string(),
  session: z.string(),
  event: z.record(z.string(), z.unknown()),
  texts: z.record(z.string(), z.string()),
});
export type CountJob = z.infer<typeof CountJob>;

/** Counts the texts of a job, and appends its event to the log. */
export type Count = (job: CountJob) => Promise<void>;

/** The argument of the program that makes it do one job from standard input. */
export const COUNT = "count";

/** Counts in this process, which loads the table of tokens. If that fails, the sizes are null. */
export async function countNow({ project, session, event, texts }: CountJob): Promise<void> {
  const count = await import("@baton/core/tokens").then(({ countTokens }) => countTokens).catch(() => null);
  const sizes = Object.entries(texts).map(([name, each]) => [name, count && tryToCount(count, each)]);
  const log = HookLog.open(project, session);
  try {
    log.append({ ...event, ...Object.fromEntries(sizes) });
  } finally {
    log.close();
  }
}

function tryToCount(count: (text: string) => number, each: string): number | null {
  try {
    return count(each);
  } catch {
    return null;
  }
}

/**
 * Creates a count in a process of its own, which continues after the hook: loading the table of tokens takes
 * longer than a hook may. Counts in this process if no other can be started.
 *
 * @param program path of this program.
 */
export function countInBackground(program: string): Count {
  return async (job) => {
    // Most hooks count nothing, and start faster without it.
    const { spawn } = await import("node:child_process");
    const child = spawn(process.execPath, [program, "hook", COUNT], {
      detached: true,
      windowsHide: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    try {
      await once(child, "spawn");
      child.stdin.end(JSON.stringify(job));
      await once(child.stdin, "finish");
      child.unref();
    } catch {
      await countNow(job);
    }
  };
}

/** Does the job on standard input. Never fails: its parent has ended. */
export async function runCountCommand(): Promise<void> {
  try {
    const { text } = await import("node:stream/consumers");
    await countNow(CountJob.parse(JSON.parse(await text(process.stdin))));
  } catch {
    return;
  }
}
