import { packOutlines, type RecordedHandoff } from "@baton/server/replay";
import { expect, it } from "vitest";
import { type AskForPage, HandoffPages } from "./handoff-pages";

const NOW = Date.now();

function handoff(sessionId: string): RecordedHandoff {
  return {
    fromAgent: "a",
    toAgent: "b",
    sessionId,
    beforeTokens: 1,
    outlineTruncated: false,
    outline: [{ path: "a.x", tokens: 1 }],
  };
}

/** Creates a server with three pages that records requests. */
function serve(total = 3) {
  const asked: number[] = [];
  const server = { asked, isReachable: true };
  const ask: AskForPage = async (cursor) => {
    const number = cursor?.sequence ?? 0;
    asked.push(number);
    if (!server.isReachable) throw new TypeError("Failed to fetch");
    const next = { occurredAt: "", sourceFileId: 1, generation: 0, sequence: number + 1, ordinal: 0 };
    return {
      page: JSON.stringify(packOutlines([handoff(`s${number}`)])),
      total: cursor === null ? total : null,
      next: number === 2 ? null : next,
    };
  };
  return { server, pages: new HandoffPages(ask) };
}

async function read(pages: HandoffPages, limit = Number.POSITIVE_INFINITY): Promise<string[]> {
  const sessions: string[] = [];
  for await (const page of pages) {
    sessions.push(...page.sessions);
    if (sessions.length >= limit) break;
  }
  return sessions;
}

it("HandoffPages loads each page once, also if one replay is canceled and the next one starts", async () => {
  const { server, pages } = serve();
  expect(await read(pages, 1)).toEqual(["s0"]);
  expect(await Promise.all([read(pages), read(pages)])).toEqual([
    ["s0", "s1", "s2"],
    ["s0", "s1", "s2"],
  ]);
  expect(server.asked).toEqual([0, 1, 2]);
  expect(pages.total).toBe(3);
});

it("HandoffPages resumes after a lost connection", async () => {
  const { server, pages } = serve();
  await read(pages, 1);
  await Promise.resolve();
  server.isReachable = false;
  await expect(read(pages)).rejects.toThrow("Failed to fetch");
  server.isReachable = true;
  expect(await read(pages)).toEqual(["s0", "s1", "s2"]);
});

it("HandoffPages expires after a while, and when it is too large for a browser", async () => {
  const { pages } = serve();
  await read(pages);
  expect(pages.isGoodAt(NOW)).toBe(true);
  expect(pages.isGoodAt(NOW + 3_600_000)).toBe(false);
  const large = serve(1_000_000);
  await read(large.pages);
  expect(large.pages.isGoodAt(NOW)).toBe(false);
});
