import { trialPolicy } from "@baton/core/policy";
import { PolicyReplay, unpackOutlines } from "@baton/server/replay";
import { fetchFromServer, HandoffPages } from "./handoff-pages";
import type { ImpactResult, PolicyTask, Progress } from "./policy-task";

/** The last pages, reused for the next edit of the draft. */
let read: { key: string; pages: HandoffPages } | null = null;

/**
 * Replays all handoffs of a period under two policies, and under the second with its observed rules enforced.
 * @param isWanted called between pages; if it returns false, the replay stops, and its result is incomplete.
 */
export async function replayPeriod(
  task: Extract<PolicyTask, { kind: "replay" }>,
  onProgress: (progress: Progress) => void,
  isWanted: () => boolean,
): Promise<ImpactResult> {
  const key = JSON.stringify(task.scope);
  if (read?.key !== key || !read.pages.isGoodAt(Date.now())) {
    read = { key, pages: new HandoffPages(fetchFromServer(task.scope)) };
  }
  const { pages } = read;
  const replay = new PolicyReplay(task.draft, task);
  const trial = trialPolicy(task.draft);
  const observed = trial && new PolicyReplay(trial, { current: task.draft, now: task.now });
  let done = 0;
  for await (const page of pages) {
    await breathe();
    if (!isWanted()) break;
    for (const handoff of unpackOutlines(page)) {
      replay.add(handoff);
      observed?.add(handoff);
    }
    done += page.count;
    onProgress({ done, total: Math.max(pages.total, done) });
  }
  return { ...replay.result(), observed: observed?.result() ?? null };
}

/** Yields to messages: cached pages arrive without a pause. */
function breathe(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}
