import fc from "fast-check";
import { expect, it } from "vitest";
import { restoreFacts } from "./restore-facts";
import { checkSurvival } from "./survival-contract";

it("adds what a summary lacks, and nothing else", () => {
  const contract = { literal: ["src/auth.ts", "PORT 8443"], said: ["The server keeps no session."] };
  const lost = restoreFacts("Work on src/auth.ts goes on.", contract);
  expect(lost.restored).toEqual(["PORT 8443", "The server keeps no session."]);
  expect(lost.summary).toBe(
    "Work on src/auth.ts goes on.\n\n## Restored\n\n- PORT 8443\n- The server keeps no session.\n",
  );
  expect(restoreFacts(lost.summary, contract)).toEqual({ summary: lost.summary, restored: [] });
});

it("restores every literal fact of a contract", () => {
  const fact = fc.stringMatching(/^[a-z0-9/.-]{1,20}$/);
  fc.assert(
    fc.property(fc.string(), fc.array(fact, { minLength: 1, maxLength: 5 }), (summary, literal) => {
      const { summary: restored } = restoreFacts(summary, { literal });
      expect(checkSurvival({ literal }, restored).missing).toEqual([]);
    }),
  );
});
