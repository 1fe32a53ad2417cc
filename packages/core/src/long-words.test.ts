import { expect, it } from "vitest";
import { longWords } from "./long-words";

it("longWords returns words of at least four letters in lower case, with repetitions", () => {
  expect(longWords("The Export of ÄPFEL in 2026, the export")).toEqual(["export", "äpfel", "2026", "export"]);
});
