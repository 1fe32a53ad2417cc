import { listNotifications } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { afterAll, beforeAll, expect, it } from "vitest";
import { notifyLeaks } from "./notify-leaks";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NOW = Date.UTC(2026, 2, 10, 12);
const HOUR = 3_600_000;

const leakAt = (occurredAt: number, { toAgent = "b", sessionId = "s 1", name = "ssn" } = {}) => ({
  handoff: {
    fromAgent: "a",
    toAgent,
    sessionId,
    place: { occurredAt, sourceFileId: 1, generation: 0, sequence: 1, ordinal: 0 },
  },
  leak: { name, field: `a.${name}` },
});

async function notify(...leaks: ReturnType<typeof leakAt>[]) {
  const workspaceId = await buildWorkspace(database.db);
  await database.db.transaction((tx) => notifyLeaks(tx, { workspaceId, leaks, now: NOW }));
  return listNotifications(database.db, { workspaceId, limit: 10 });
}

it("notifyLeaks notifies once a day of a field and a pair, with a link to the first session", async () => {
  const leaks = [
    leakAt(NOW - HOUR),
    leakAt(NOW, { sessionId: "s2" }),
    leakAt(NOW - 2 * HOUR, { toAgent: "c" }),
  ];
  expect(await notify(...leaks)).toMatchObject([
    { kind: "leak.found", subject: "a.ssn leaked to c" },
    { kind: "leak.found", subject: "a.ssn leaked to b", page: "sessions/s%201" },
  ]);
});

it("notifyLeaks does not notify of leaks that an import finds in old handoffs", async () => {
  expect(await notify(leakAt(NOW - 25 * HOUR))).toEqual([]);
});

it("notifyLeaks accepts names of any form", async () => {
  const name = `\0\ud800${"x".repeat(10_000)}`;
  expect(await notify(leakAt(NOW, { name, toAgent: name, sessionId: name }))).toHaveLength(1);
});
