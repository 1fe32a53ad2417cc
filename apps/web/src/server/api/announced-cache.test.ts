import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AnnouncedCache } from "./announced-cache";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

function build(isAnnounced = true) {
  let reads = 0;
  const cache = new AnnouncedCache<number>(() => {});
  if (isAnnounced) cache.reset(true);
  const read = async (workspaceId: string | null = "w") => {
    reads += 1;
    return { value: reads, workspaceId };
  };
  return {
    cache,
    find: (name = "a", workspaceId: string | null = "w") => cache.find(name, () => read(workspaceId)),
  };
}

it("AnnouncedCache reads a value once, until a change of its workspace or ten seconds later", async () => {
  const { cache, find } = build();
  expect([await find(), await find()]).toEqual([1, 1]);
  cache.drop("other");
  expect(await find()).toBe(1);
  cache.drop("w");
  expect([await find(), await find()]).toEqual([2, 2]);
  vi.advanceTimersByTime(9_999);
  expect(await find()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(await find()).toBe(3);
});

it("AnnouncedCache reads each time while announcements may be missed, and values without a workspace", async () => {
  const { cache, find } = build(false);
  expect([await find(), await find()]).toEqual([1, 2]);
  cache.reset(true);
  expect([await find(), await find()]).toEqual([3, 3]);
  expect([await find("b", null), await find("b", null)]).toEqual([4, 5]);
  cache.reset(false);
  expect(await find()).toBe(6);
});

it("AnnouncedCache keeps no value that was read during a change", async () => {
  const cache = new AnnouncedCache<string>(() => {});
  cache.reset(true);
  let finish = () => {};
  const old = cache.find("a", async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    return { value: "old", workspaceId: "w" };
  });
  cache.drop("w");
  finish();
  expect(await old).toBe("old");
  expect(await cache.find("a", async () => ({ value: "new", workspaceId: "w" }))).toBe("new");
});
