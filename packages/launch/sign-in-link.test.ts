import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSignInLink } from "./sign-in-link.mjs";

let root: string;

/** A fake of Baton's command, whose link is the address that it receives. */
const ECHO = `const address = process.argv[process.argv.indexOf("--address") + 1];
console.log(JSON.stringify({ link: address }));`;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sign-in-link-"));
  mkdirSync(join(root, "apps", "cli", "dist"), { recursive: true });
  writeFileSync(join(root, "apps", "cli", "dist", "baton.mjs"), ECHO);
});
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ["the address that people open, where one is set", "https://baton.example", "https://baton.example"],
  ["the server's own, where none is", undefined, "http://127.0.0.1:3000"],
  ["the server's own, where it is empty", "", "http://127.0.0.1:3000"],
])("the link leads to %s", async (_, BATON_URL, expected) => {
  const link = await createSignInLink({
    root,
    address: "http://127.0.0.1:3000",
    environment: { ...process.env, BATON_URL },
    signal: new AbortController().signal,
  });
  expect(link).toBe(expected);
});
