import { describe, expect, it } from "vitest";
import { apportionSavings } from "./ledger";

const NOTHING = {
  mode: 0,
  not_allowed: 0,
  blocked: 0,
  dropped: 0,
  redacted: 0,
  extracted: 0,
  summarized: 0,
  added: 0,
};

describe("apportionSavings", () => {
  it("shares in proportion, and gives the rest to the largest remainders", () => {
    const outline = [
      { path: "a.x", tokens: 10, after: 0, cause: "not_allowed" as const },
      { path: "a.y", tokens: 10, after: 0, cause: "blocked" as const },
      { path: "b", tokens: 12, after: 2, cause: "mode" as const },
      { path: "kept", tokens: 50 },
    ];
    // 32 shared as 10 : 10 : 10 is 10⅔ each: the remaining two go to the first causes.
    expect(apportionSavings({ outline, tokensSaved: 32 })).toEqual({
      ...NOTHING,
      mode: 11,
      not_allowed: 11,
      blocked: 10,
    });
  });

  it("gives a remaining token to a later cause with a larger remainder", () => {
    const outline = [
      { path: "b", tokens: 17, after: 0, cause: "mode" as const },
      { path: "a.x", tokens: 10, after: 0, cause: "blocked" as const },
    ];
    // 10 shared as 17 : 10 is 6.30 and 3.70.
    expect(apportionSavings({ outline, tokensSaved: 10 })).toEqual({ ...NOTHING, mode: 6, blocked: 4 });
  });

  it("gives nothing to an entry without a cause", () => {
    const outline = [
      { path: "a.x", tokens: 10, after: 0 },
      { path: "a.y", tokens: 1, after: 0, cause: "blocked" as const },
    ];
    expect(apportionSavings({ outline, tokensSaved: 9 })).toEqual({ ...NOTHING, blocked: 9 });
  });

  it("counts added tokens even if no cause is known", () => {
    const outline = [{ path: "a", tokens: 2, after: 9 }];
    expect(apportionSavings({ outline, tokensSaved: 5 })).toEqual({ ...NOTHING, mode: 12, added: -7 });
  });

  it("subtracts tokens that a translation adds from those removed", () => {
    const outline = [
      { path: "a.x", tokens: 30, after: 10, cause: "summarized" as const },
      { path: "a.role", tokens: 5, after: 8 },
      { path: "a", tokens: 0, after: 4 },
    ];
    expect(apportionSavings({ outline, tokensSaved: 14 })).toEqual({ ...NOTHING, summarized: 21, added: -7 });
  });

  it.each([
    ["nothing was removed, but a translation added", [{ path: "a", tokens: 2, after: 9 }], -7, -7],
    ["more was added than removed", [{ path: "a", tokens: 3, after: 2, cause: "mode" as const }], -4, -4],
    ["nothing happened", [], 0, 0],
  ])("counts the difference as added if %s", (_, outline, tokensSaved, added) => {
    expect(apportionSavings({ outline, tokensSaved })).toEqual({ ...NOTHING, added });
  });

  it("counts savings without a cause under mode, the first step, as for a truncated outline", () => {
    expect(apportionSavings({ outline: [], tokensSaved: 7 })).toEqual({ ...NOTHING, mode: 7 });
  });
});
