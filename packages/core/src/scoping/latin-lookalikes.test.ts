import prototypes from "unhomoglyph/data.json";
import { expect, it } from "vitest";
import { LATIN_LOOKALIKES } from "./latin-lookalikes";

it("LATIN_LOOKALIKES equals the single-character ASCII lookalikes of the Unicode confusables", () => {
  const expected = Object.entries(prototypes).filter(
    ([character, prototype]) =>
      [...character].length === 1 &&
      character.normalize("NFKC") === character &&
      !/^\p{ASCII}$/u.test(character) &&
      /^[\w-]+$/.test(prototype),
  );
  const held = Object.entries(LATIN_LOOKALIKES).flatMap(([prototype, characters]) =>
    [...characters].map((character) => [character, prototype]),
  );
  expect(held.length).toBeGreaterThan(400);
  expect(held.sort()).toEqual(expected.sort());
});
