import { expect, it } from "vitest";
import { shortenNote } from "./shorten-note";

it.each([
  ["Use the accent color for the button highlight", "Use accent color for button highlight"],
  ["Please make sure to close the file", "Close file"],
  ["You should really not block in order to wait", "Not block to wait"],
  ["Rename a to b, and the c to d", "Rename a to b, and the c to d"],
  ["Print 'please wait' and \"the end\"", "Print 'please wait' and \"the end\""],
  ["It's the user's choice, isn't it", "It's user's choice, isn't it"],
  ["Answer `in order to` with  an `error`", "Answer `in order to` with an `error`"],
  ["at least the `a` of each row", "at least the `a` of each row"],
  ["Please  ", "Please  "],
])("shortenNote shortens %j to %j", (note, short) => {
  expect(shortenNote(note)).toBe(short);
  expect(shortenNote(short)).toBe(short);
});
