import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apportionSavings } from "./ledger";
import { CAUSES } from "./outcome";

describe("apportionSavings", () => {
  it("adds up exactly, for any sizes", () => {
    const entry = fc.record(
      {
        path: fc.constant("p"),
        tokens: fc.nat(5_000_000),
        after: fc.nat(5_000_000),
        cause: fc.constantFrom(...CAUSES),
      },
      { requiredKeys: ["path", "tokens"] },
    );
    fc.assert(
      fc.property(
        fc.array(entry),
        fc.integer({ min: -10_000_000, max: 100_000_000 }),
        (outline, tokensSaved) => {
          const { added, ...causes } = apportionSavings({ outline, tokensSaved });
          const shares = Object.values(causes);
          expect(shares.reduce((sum, share) => sum + share, added)).toBe(tokensSaved);
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
          expect(added).toBeLessThanOrEqual(0);
        },
      ),
    );
  });
});
