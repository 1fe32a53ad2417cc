import { expect, it } from "vitest";
import { inProgramTurn } from "./program-turns";

const SMALL = new Headers({ "content-length": "16384" });
const LARGE = new Headers({ "content-length": "16385" });

/** Lets what waits go on. */
const settle = (milliseconds = 5) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Requests that are read and answered when they are told to be. */
function program(keyId: string, headers: Headers) {
  const told: Record<"read" | "answered", (() => void)[]> = { read: [], answered: [] };
  const begun = { read: 0, answered: 0 };
  const begin = (what: "read" | "answered") => {
    begun[what] += 1;
    return new Promise<void>((resolve) => told[what].push(resolve));
  };
  return {
    begun,
    /** Ends the reading, or the answer, of the one that began first. */
    end: async (what: "read" | "answered") => {
      told[what].shift()?.();
      await settle();
    },
    ask: () =>
      inProgramTurn(
        keyId,
        headers,
        () => begin("read"),
        async () => {
          await begin("answered");
          return new Response();
        },
      ),
  };
}

it("answers four requests of a key at once, whose bodies were read before, and others meanwhile", async () => {
  const [one, other] = [program("small", SMALL), program("other", SMALL)];
  const answers = Array.from({ length: 6 }, () => one.ask());
  const otherAnswer = other.ask();
  await settle();
  expect(one.begun).toEqual({ read: 6, answered: 0 });
  await other.end("read");
  for (let count = 0; count < 6; count += 1) await one.end("read");
  expect([one.begun.answered, other.begun.answered]).toEqual([4, 1]);
  await one.end("answered");
  expect(one.begun.answered).toBe(5);
  for (let count = 0; count < 5; count += 1) await one.end("answered");
  await other.end("answered");
  await Promise.all([...answers, otherAnswer]);
});

it("reads four large bodies of a key at once, and judges those of all keys one by one", async () => {
  const [one, other] = [program("one", LARGE), program("other", LARGE)];
  const answers = [...Array.from({ length: 5 }, () => one.ask()), other.ask()];
  await settle();
  expect([one.begun.read, other.begun.read]).toEqual([4, 1]);
  await other.end("read");
  for (let count = 0; count < 4; count += 1) await one.end("read");
  expect([one.begun.answered, other.begun.answered]).toEqual([0, 1]);
  for (const start = performance.now(); performance.now() < start + 100; );
  await other.end("answered");
  expect(one.begun.answered).toBe(0);
  // As much time as it kept the process busy is for others, and then comes the next.
  await expect.poll(() => one.begun.answered).toBe(1);
  for (let count = 1; count <= 4; count += 1) {
    await one.end("answered");
    await one.end("read");
    await expect.poll(() => one.begun.answered).toBe(count + 1);
  }
  await one.end("answered");
  await Promise.all(answers);
});

it("goes on when a body cannot be read, or an answer fails", async () => {
  const failing = () => Promise.reject(new Error("left"));
  const read = async () => null;
  const answer = async () => new Response();
  for (let count = 0; count < 5; count += 1) {
    await expect(inProgramTurn("failing", LARGE, failing, answer)).rejects.toThrow("left");
    await expect(inProgramTurn("failing", LARGE, read, failing)).rejects.toThrow("left");
    await expect(inProgramTurn("failing", SMALL, read, failing)).rejects.toThrow("left");
  }
  expect(await inProgramTurn("failing", LARGE, read, answer)).toBeInstanceOf(Response);
});
