import { expect, it } from "vitest";
import { saidByUser } from "./conversation/conversation-line";
import { shortenTitle, titleFromPrompt } from "./session-title";

it.each([
  ["one", "one"],
  ["import a;\n\n\texport b\u0000", "import a; export b"],
  ["x".repeat(200), "x".repeat(200)],
  ["x".repeat(201), `${"x".repeat(199)}…`],
  [`${"x".repeat(198)}👩\u200d🚀 and more`, `${"x".repeat(198)}…`],
  [`${"x".repeat(197)}👩\u200d🚀 and more`, `${"x".repeat(197)}👩…`],
])("shortenTitle writes a title on one line: %#", (title, short) => expect(shortenTitle(title)).toBe(short));

it.each([
  "<command-name>/clear</command-name>",
  "<system-reminder>\nx",
  "<environment_context>",
  "<INSTRUCTIONS>",
  "<permissions instructions>",
  "  <skill>",
  '<teammate-message teammate_id="a">',
  "<user_shell_command>",
])("a text of a client becomes neither title nor message: %j", (text) => {
  expect(titleFromPrompt(text)).toBeNull();
  expect(saidByUser(text)).toEqual([{ kind: "context", text }]);
});

it.each([
  '<div class="a">What is wrong here?</div>',
  "</pre> is missing",
  "<!-- note --> Fix it",
  "<Button onClick> is broken",
  "<3 thanks",
  "<task>Fix the pager</task>",
  "<T>(a: T) => a",
  '<dependency scope="test">',
])("tags that a user writes are their message: %j", (text) => {
  expect(titleFromPrompt(text)).toBe(text);
  expect(saidByUser(text)).toEqual([{ kind: "message", speaker: "user", text }]);
});
