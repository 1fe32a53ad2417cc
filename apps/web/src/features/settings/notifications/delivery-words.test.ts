import type { NotificationDelivery } from "@baton/db";
import { expect, it } from "vitest";
import { describeDelivery } from "./delivery-words";

const delivery: NotificationDelivery = {
  channelId: 1,
  state: "pending",
  attempts: 0,
  dueAt: new Date(),
  attemptedAt: null,
  durationMilliseconds: null,
  answer: null,
  lastError: null,
};

it.each([
  [{}, "waiting", null],
  [{ state: "sent", answer: "204", durationMilliseconds: 42 } as const, "delivered", "204 in 42.0\u00a0ms"],
  [
    { attempts: 2, lastError: "connection refused", durationMilliseconds: 3 },
    "failed 2×",
    "Connection refused",
  ],
  [
    {
      ...({ state: "failed", attempts: 8, answer: "500" } as const),
      lastError: "the receiver responded with 500",
      durationMilliseconds: 1_200,
    },
    "given up",
    "The receiver responded with 500 in 1.2\u00a0s",
  ],
])("%o is %s: %s", (fields, word, detail) => {
  expect(describeDelivery({ ...delivery, ...fields })).toMatchObject({ word, detail });
});
