import { expect, it, vi } from "vitest";
import { hashPassword, verifyPassword } from "./hash-password";

let [running, most] = [0, 0];

async function takeAWhile<Result>(result: Result): Promise<Result> {
  running += 1;
  most = Math.max(most, running);
  await new Promise((resolve) => setTimeout(resolve, 2));
  running -= 1;
  return result;
}

vi.mock("better-auth/crypto", () => ({
  hashPassword: (password: string) => takeAWhile(`hash of ${password}`),
  verifyPassword: ({ hash, password }: { hash: string; password: string }) =>
    takeAWhile(hash === `hash of ${password}`),
}));

it("hashes one password at a time, however many are tried", async () => {
  const hash = await hashPassword("one");
  const tries = ["one", "two", "three", "one"].map((password) => verifyPassword({ hash, password }));
  expect(await Promise.all([...tries, hashPassword("four")])).toEqual([
    true,
    false,
    false,
    true,
    "hash of four",
  ]);
  expect(most).toBe(1);
});
