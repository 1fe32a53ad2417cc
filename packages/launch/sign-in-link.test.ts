import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSignInLink } from "./sign-in-link.mjs";

let root: string;

/** A fake CLI whose link is the address that it receives. */
const ECHO = `const address = process.argv[process.argv.indexOf("--address") + 1];
console.log(JSON.stringify({ link: address }));`;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sign-in-link-"));
  mkdirSync(join(root, "apps", "cli", "dist"), { recursive: true });
  writeFileSync(join(root, "apps", "cli", "dist", "baton.mjs"), ECHO);
});
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ["BATON_URL if it is set", "https://baton.example", "https://baton.example"],
  ["BATON_URL with its path", "https://company.example/baton", "https://company.example/baton"],
  ["the server's address if BATON_URL is not set", undefined, "http://127.0.0.1:3000"],
  ["the server's address if BATON_URL is empty", "", "http://127.0.0.1:3000"],
])("the sign-in link uses %s", async (_, BATON_URL, expected) => {
  const link = await createSignInLink({
    root,
    address: "http://127.0.0.1:3000",
    environment: { ...process.env, BATON_URL },
    signal: new AbortController().signal,
  });
  expect(link).toBe(expected);
});
