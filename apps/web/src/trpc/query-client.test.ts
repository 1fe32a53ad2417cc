import { expect, it } from "vitest";
import { createQueryClient } from "./query-client";

it("the query client does not retry on the server, so that no page waits for a second attempt", async () => {
  let tries = 0;
  const queryFn = () => {
    tries += 1;
    return Promise.reject(new Error("no"));
  };
  await expect(createQueryClient().fetchQuery({ queryKey: ["asked"], queryFn })).rejects.toThrow("no");
  expect(tries).toBe(1);
});
