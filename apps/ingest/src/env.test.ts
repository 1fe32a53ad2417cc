import { afterEach, describe, expect, it, vi } from "vitest";
import { readEnvironment } from "./env";

afterEach(() => vi.unstubAllEnvs());

function read(variables: Record<string, string>) {
  vi.stubEnv("DATABASE_URL", "postgres://baton@localhost/baton");
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return readEnvironment();
}

it.each(["http://", "ftp://baton.example.com", "baton.example.com"])(
  "readEnvironment rejects the BATON_URL %s, which no browser can open",
  (address) => expect(() => read({ BATON_URL: address })).toThrow("BATON_URL: "),
);

it.each(["https://example.com/baton?a=b", "https://example.com/a//b", "https://example.com/%62aton"])(
  "readEnvironment rejects the BATON_URL %s, whose path no build can have",
  (address) =>
    expect(() => read({ BATON_URL: address })).toThrow("BATON_URL: must have no query, and a path"),
);

it.each(["http://127.0.0.1:3000", "http://127.0.0.1:3000/baton", "http://localhost/tools/baton-2.0/"])(
  "readEnvironment accepts the BATON_URL %s",
  (address) => expect(read({ BATON_URL: address }).BATON_URL).toBe(address),
);

it("readEnvironment never prints the value of a variable", () => {
  const message = "open to more than this machine";
  expect(() => read({ BATON_URL: "https://ada:hunter2@baton.example.com" })).toThrow(message);
  expect(() => read({ BATON_URL: "https://ada:hunter2@baton.example.com" })).not.toThrow("hunter2");
});

describe("content storage", () => {
  it.each(["http://127.0.0.1:3000", "http://localhost:3000", "http://[::1]:3000"])(
    "is on by default if only this machine can open %s",
    (address) => expect(read({ BATON_URL: address }).BATON_STORE_CONTENT).toBe(true),
  );

  it("must be set explicitly if other machines can open Baton", () => {
    const address = "https://baton.example.com";
    expect(() => read({ BATON_URL: address })).toThrow("BATON_STORE_CONTENT: choose “true”");
    expect(read({ BATON_URL: address, BATON_STORE_CONTENT: "false" }).BATON_STORE_CONTENT).toBe(false);
    expect(read({ BATON_URL: address, BATON_STORE_CONTENT: "true" }).BATON_STORE_CONTENT).toBe(true);
  });
});
