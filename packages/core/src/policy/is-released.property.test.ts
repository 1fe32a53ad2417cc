import fc from "fast-check";
import { expect, it } from "vitest";
import { sizeOfRun } from "../../test/soak";
import { isReleased, type ReleaseSession } from "./is-released";

type IsInShare = (percent: number, session: ReleaseSession) => boolean;
const isInShare: IsInShare = (percent, session) => isReleased({ stage: "share", percent }, session);

const SESSIONS = 2_000;

/** Checks that a share is near its percentage, depends on the session alone, and only grows. */
function check(isIn: IsInShare, seed?: number) {
  return fc.check(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 99 }),
      (prefix, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const sessions = Array.from({ length: SESSIONS }, (_, n) => ({ sessionId: `${prefix}${n}` }));
        const inLess = sessions.filter((session) => isIn(less, session));
        expect(inLess.every((session) => isIn(more, session))).toBe(true);
        expect(sessions.filter((session) => isIn(less, { ...session, workflowId: "w" }))).toEqual(inLess);
        // Five standard deviations of a fair draw.
        const share = less / 100;
        const deviation = Math.sqrt(SESSIONS * share * (1 - share));
        expect(Math.abs(inLess.length - SESSIONS * share)).toBeLessThan(5 * deviation + 1);
      },
    ),
    { numRuns: sizeOfRun({ suite: 20, soak: 2_000 }), ...(seed === undefined ? {} : { seed }) },
  );
}

it("a share is stable, grows with its percentage and is near it", () => {
  expect(fc.defaultReportMessage(check(isInShare))).toBeUndefined();
});

it.each<[string, IsInShare]>([
  [
    "draws anew for each percentage",
    (percent, { sessionId }) => isInShare(percent, { sessionId: `${percent}${sessionId}` }),
  ],
  ["ignores the percentage", (_, session) => isInShare(50, session)],
  [
    "depends on the workflow",
    (percent, session) => session.workflowId === undefined && isInShare(percent, session),
  ],
])("is caught if it %s (negative control)", (_, broken) => {
  expect(check(broken, 1).failed).toBe(true);
});
