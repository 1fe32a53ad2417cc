import { expect, it } from "vitest";
import { oneAtATime } from "./hash-password";

it("oneAtATime hashes one password at a time, for any number of attempts", async () => {
  let [running, most] = [0, 0];
  const takeAWhile = async <Result>(result: Result): Promise<Result> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
    return result;
  };
  const { hashPassword, verifyPassword } = oneAtATime({
    hashPassword: (password) => takeAWhile(`hash of ${password}`),
    verifyPassword: ({ hash, password }) => takeAWhile(hash === `hash of ${password}`),
  });
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
