import { expect, it } from "vitest";
import { userOfFolder } from "./home-folder";

it.each([
  ["/home/ada/work/claims", "ada"],
  ["/home/ada", "ada"],
  ["/Users/ada lovelace/work", "ada lovelace"],
  ["C:\\Users\\ada\\work", "ada"],
  ["c:/Users/ada", "ada"],
  ["/Users/Shared/work", null],
  ["/work/home/ada", null],
  ["/home/", null],
  ["", null],
  [undefined, null],
])("the user of %j is %j", (folder, user) => {
  expect(userOfFolder(folder)).toBe(user);
});
