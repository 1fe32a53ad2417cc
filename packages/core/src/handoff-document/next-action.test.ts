import { describe, expect, it } from "vitest";
import { namesSeveralActions } from "./next-action";

describe("namesSeveralActions", () => {
  it.each([
    "Fix the off-by-one error at line 88.",
    "Visit the wiki and find the page about exports. Report what it says.",
    "- Phase 5: importer\n- Depends on phases 3 and 4\n- Source: old/importer.py",
    "1. Rename `usr` to `user_id`.",
    "The phase is complete.",
    "",
  ])("is false for %j", (text) => {
    expect(namesSeveralActions(text)).toBe(false);
  });

  it.each([
    "1. Fix it.\n2. Test it.",
    "- Write the parser\n- Write the printer",
    "Fix it, test it and deploy it.",
    "Fix it. Also, update the README.",
    "Phases 7 and 8 remain.",
    "Once this is done, restart it.",
  ])("is true for %j", (text) => {
    expect(namesSeveralActions(text)).toBe(true);
  });
});
