import { describe, expect, it } from "vitest";
import { LABELLED_INTERFACES } from "../../test/labelled-interfaces";
import { LABELLED_NOTES } from "../../test/labelled-notes";
import { parseInterface } from "./parse-interface";
import { isVagueNote } from "./vague-note";

describe("against the labels of people,", () => {
  it("isVagueNote has precision and recall of at least 0.8", () => {
    const checked = LABELLED_NOTES.map(({ note, isVague }) => ({
      isMeant: isVague,
      isFound: isVagueNote(note),
    }));
    expectAgreement(checked);
  });

  it("parseInterface finds implementations with precision and recall of at least 0.8", () => {
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
