import { Refusal } from "@baton/http";
import { describe, expect, it } from "vitest";
import { Gate } from "./gate";
import { Limiter } from "./limiter";

const MEBIBYTE = 1024 * 1024;

function refusalOf(act: () => unknown): Refusal | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}

describe("Gate", () => {
  it("admits 64 requests at a time, and refuses others with Retry-After", () => {
    const gate = new Gate();
    const passages = Array.from({ length: 64 }, () => gate.enter());
    expect(refusalOf(() => gate.enter())).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    passages[0]?.leave();
    expect(gate.openCount).toBe(63);
    gate.enter();
  });

  it("limits the memory of all requests to 48 MiB, and frees it", () => {
    const gate = new Gate();
    const [first, second] = [gate.enter(), gate.enter()];
    first.hold(30 * MEBIBYTE);
    expect(refusalOf(() => second.hold(20 * MEBIBYTE))).toMatchObject({ status: 503 });
    first.leave();
    expect(gate.heldBytes).toBe(0);
    second.hold(20 * MEBIBYTE);
    expect(gate.heldBytes).toBe(20 * MEBIBYTE);
  });

  it("keeps the slot of an answered request whose work continues", async () => {
    const gate = new Gate();
    const passage = gate.enter();
    passage.hold(MEBIBYTE);
    let end = () => {};
    const work = new Promise<void>((_, reject) => {
      end = () => reject(new Error("it failed at last"));
    });
    passage.stayFor(work);
    passage.leave();
    expect([gate.openCount, gate.heldBytes]).toEqual([1, MEBIBYTE]);
    end();
    await work.catch(() => {});
    expect([gate.openCount, gate.heldBytes]).toEqual([0, 0]);
  });

  it("refuses requests once it is closed", () => {
    const gate = new Gate();
    gate.close();
    expect(refusalOf(() => gate.enter())).toMatchObject({ status: 503, code: "stopping" });
  });
});

describe("Limiter", () => {
  it("runs work of one name in order and of different names in parallel, and a failure affects only its own work", async () => {
    const turns = new Limiter();
    const log: string[] = [];
    const work = (name: string, label: string, fails = false) =>
      turns.take(name, async () => {
        log.push(`${label} begins`);
        await new Promise(setImmediate);
        log.push(`${label} ends`);
        if (fails) throw new Error(label);
        return label;
      });
    const results = await Promise.allSettled([work("a", "a1", true), work("a", "a2"), work("b", "b1")]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(log.indexOf("a2 begins")).toBeGreaterThan(log.indexOf("a1 ends"));
    expect(log.indexOf("b1 begins")).toBeLessThan(log.indexOf("a1 ends"));
  });
});
