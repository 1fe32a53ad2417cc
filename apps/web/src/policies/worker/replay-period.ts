import { OutlinePage, PolicyReplay, type PolicyReplayResult, unpackOutlines } from "@baton/core";
import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter, RouterOutputs } from "@/server/root";
import type { PolicyTask, Progress } from "./policy-task";

type Scope = Extract<PolicyTask, { kind: "replay" }>["scope"];

/** The packed pages of one scope. */
interface ReadPages {
  readonly key: string;
  readonly pages: readonly OutlinePage[];
  readonly total: number;
}

/** Pages are kept for the next edit of the draft while they hold no more handoffs than this: some 100 MB. */
const MAX_KEPT_HANDOFFS = 200_000;

let kept: ReadPages | null = null;

/** Replays all handoffs of a period under two policies; what was read for the replay before is not read again. */
export async function replayPeriod(
  task: Extract<PolicyTask, { kind: "replay" }>,
  onProgress: (progress: Progress) => void,
): Promise<PolicyReplayResult> {
  const replay = new PolicyReplay(task.draft, task);
  const key = JSON.stringify(task.scope);
  let done = 0;
  const add = (page: OutlinePage, total: number) => {
    for (const handoff of unpackOutlines(page)) replay.add(handoff);
    done += page.handoffs.length;
    onProgress({ done, total: Math.max(total, done) });
  };
  if (kept?.key === key) {
    for (const page of kept.pages) add(page, kept.total);
    return replay.result();
  }
  const pages: OutlinePage[] = [];
  let total = 0;
  for await (const { page, total: counted } of readPages(task.scope)) {
    total = counted ?? total;
    add(page, total);
    if (total <= MAX_KEPT_HANDOFFS) pages.push(page);
  }
  kept = total <= MAX_KEPT_HANDOFFS ? { key, pages, total } : null;
  return replay.result();
}

/** All pages of a scope, the next one on its way while one is worked on. The first names how many handoffs there are. */
async function* readPages({ origin, workspace, range, tz }: Scope) {
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${origin}/api/trpc`, transformer: superjson })],
  });
  const until = new Date();
  type Answer = RouterOutputs["policies"]["seen"]["outlines"];
  const ask = (cursor: Answer["next"]) =>
    client.policies.seen.outlines.query({ workspace, range, tz, cursor, until });
  let asked: Promise<Answer> | null = ask(null);
  while (asked !== null) {
    const { page, total, next }: Answer = await asked;
    asked = next === null ? null : ask(next);
    yield { page: OutlinePage.parse(JSON.parse(page)), total };
  }
}
