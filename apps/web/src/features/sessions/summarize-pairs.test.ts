import { expect, it } from "vitest";
import { buildSessionHandoff } from "../../../test/session-handoff";
import { summarizePairs } from "./summarize-pairs";

const handoff = (from: string, to: string, afterTokens: number | null, number: number) =>
  buildSessionHandoff(from, to, { number, eventId: `e${number}`, afterTokens });

it("summarizePairs sums handoffs by pair, busiest agents first", () => {
  const handoffs = [
    handoff("hub", "a", 5, 1),
    handoff("hub", "a", null, 2),
    handoff("hub", "b", 7, 3),
    handoff("a", "hub", null, 4),
  ];
  const { senders, receivers, senderCount, cells, most } = summarizePairs(handoffs, (id) => id === "e2", 2);
  expect({ senders, receivers, senderCount, most }).toEqual({
    senders: ["hub", "a"],
    receivers: ["a", "b"],
    senderCount: 2,
    most: 2,
  });
  expect(cells.get("hub")?.get("a")).toEqual({ handoffs: 2, tokens: 5, problems: 1 });
  expect(cells.get("a")?.get("hub")).toEqual({ handoffs: 1, tokens: null, problems: 0 });
});
