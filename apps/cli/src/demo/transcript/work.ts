import { SOURCE_FILES } from "../oauth/implementation";
import { DATA_MODELS } from "../oauth/plan";
import type { Random } from "../random";
import type { ToolUse } from "./transcript-writer";

/** The repository that the sample's transcripts work on. */
export const PROJECT_FOLDER = "/home/dana/customer-api";

export function readFile(path: string): ToolUse {
  const content = SOURCE_FILES[path] ?? DATA_MODELS;
  const output = content
    .split("\n")
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join("\n");
  return { name: "Read", input: { file_path: `${PROJECT_FOLDER}/${path}` }, output };
}

export function readSome(random: Random, count: number): ToolUse[] {
  return random.sample(Object.keys(SOURCE_FILES), count).map(readFile);
}

export function run(command: string, description: string, output: string): ToolUse {
  return { name: "Bash", input: { command, description }, output };
}

export function search(pattern: string, matches: readonly string[]): ToolUse {
  return {
    name: "Grep",
    input: { pattern, path: PROJECT_FOLDER, output_mode: "content" },
    output: matches.join("\n"),
  };
}

export function edit(path: string, before: string, after: string): ToolUse {
  return {
    name: "Edit",
    input: {
      file_path: `${PROJECT_FOLDER}/${path}`,
      old_string: before,
      new_string: after,
      replace_all: false,
    },
    output: `The file ${PROJECT_FOLDER}/${path} has been updated.`,
  };
}

export function testRun(passed: number, failed: number): ToolUse {
  const verdict = failed === 0 ? `${passed} passed` : `${failed} failed, ${passed} passed`;
  const failure =
    failed === 0
      ? ""
      : "\n FAIL  tests/api/oauth2/token.test.ts > ends the family when a refresh token is used twice\n AssertionError: expected 200 to be 400\n";
  return run(
    "npm test -- tests/api/oauth2",
    "Run the tests of the OAuth2 endpoints",
    `${failure}\n Tests  ${verdict}`,
  );
}
