import { expect, it } from "vitest";
import { longWords } from "./long-words";

it("gives words of four letters and more in small letters, as often as they occur", () => {
  expect(longWords("The Export of ÄPFEL in 2026, the export")).toEqual(["export", "äpfel", "2026", "export"]);
});
