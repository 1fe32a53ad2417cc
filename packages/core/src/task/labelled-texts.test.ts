import { describe, expect, it } from "vitest";
import { LABELLED_INTERFACES } from "../../test/labelled-interfaces";
import { LABELLED_NOTES } from "../../test/labelled-notes";
import { parseInterface } from "./parse-interface";
import { isVagueNote } from "./vague-note";

describe("a judgement by words", () => {
  it("calls those notes vague that people do, in at least 8 of 10", () => {
    const checked = LABELLED_NOTES.map(({ note, isVague }) => ({
      isMeant: isVague,
      isFound: isVagueNote(note),
    }));
    expectAgreement(checked);
  });

  it("finds implementations among interfaces where people do, in at least 8 of 10", () => {
    const checked = LABELLED_INTERFACES.map(({ text, isImplementation }) => ({
      isMeant: isImplementation,
      isFound: !parseInterface(text).ok,
    }));
    expectAgreement(checked);
  });
});

function expectAgreement(checked: readonly { isMeant: boolean; isFound: boolean }[]): void {
  const right = checked.filter(({ isMeant, isFound }) => isMeant && isFound).length;
  const precision = right / checked.filter(({ isFound }) => isFound).length;
  const recall = right / checked.filter(({ isMeant }) => isMeant).length;
  expect(precision, "precision").toBeGreaterThanOrEqual(0.8);
  expect(recall, "recall").toBeGreaterThanOrEqual(0.8);
}
