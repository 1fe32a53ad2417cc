import { expect, test } from "vitest";
import { resumeCommand } from "./resume-command";

const SESSION = {
  sessionId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  format: "claude-code",
  projectFolder: "/home/ann/claims",
};

test("a session continues in its client and folder", () => {
  expect(resumeCommand(SESSION)).toBe(
    "cd /home/ann/claims && claude --resume 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  );
  expect(resumeCommand({ ...SESSION, format: "codex", projectFolder: null })).toBe(
    "codex resume 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  );
});

test("a format without a client has no command", () => {
  expect(resumeCommand({ ...SESSION, format: "langfuse" })).toBeNull();
  expect(resumeCommand({ ...SESSION, format: null })).toBeNull();
});

test("a folder or an ID from a log never runs as a command", () => {
  for (const hostile of ["/tmp; rm -rf ~", "/a$(id)", "/a\nid", "/a`id`", "/a'", "-P"])
    expect(resumeCommand({ ...SESSION, projectFolder: hostile })).toBe(
      `claude --resume ${SESSION.sessionId}`,
    );
  for (const hostile of ["a; id", "$(id)", "a\nid", "--dangerously-skip-permissions"])
    expect(resumeCommand({ ...SESSION, sessionId: hostile })).toBeNull();
});
