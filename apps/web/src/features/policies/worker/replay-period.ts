import { PolicyReplay, type PolicyReplayResult, unpackOutlines } from "@baton/server/replay";
import { fetchFromServer, HandoffPages } from "./handoff-pages";
import type { PolicyTask, Progress } from "./policy-task";

/** The last pages, reused for the next edit of the draft. */
let read: { key: string; pages: HandoffPages } | null = null;

/**
 * Replays all handoffs of a period under two policies.
 * @param isWanted called between pages; if it returns false, the replay stops, and its result is incomplete.
 */
export async function replayPeriod(
  task: Extract<PolicyTask, { kind: "replay" }>,
  onProgress: (progress: Progress) => void,
  isWanted: () => boolean,
): Promise<PolicyReplayResult> {
  const key = JSON.stringify(task.scope);
  if (read?.key !== key || !read.pages.isGoodAt(Date.now())) {
    read = { key, pages: new HandoffPages(fetchFromServer(task.scope)) };
  }
  const { pages } = read;
  const replay = new PolicyReplay(task.draft, task);
  let done = 0;
  for await (const page of pages) {
    await breathe();
    if (!isWanted()) break;
    for (const handoff of unpackOutlines(page)) replay.add(handoff);
    done += page.count;
    onProgress({ done, total: Math.max(pages.total, done) });
  }
  return replay.result();
}

/** Yields to messages: cached pages arrive without a pause. */
function breathe(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}
