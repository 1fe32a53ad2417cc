import { expect, it } from "vitest";
import { refuseAddress, refuseForm } from "./own-address";

const names = { BATON_URL: "https://baton.example:8443", BATON_ALLOWED_HOSTS: ["intern"] };

function statusOf(path: string, headers: Record<string, string>): number {
  return refuseAddress(new Headers(headers), path, names)?.status ?? 200;
}

it.each(["localhost:3000", "127.0.0.1", "[::1]:3000", "baton.example", "Baton.Example:8443", "intern:80"])(
  "answers to %s",
  (host) => expect(statusOf("/w/sample", { host })).toBe(200),
);

it.each(["elsewhere.example", "baton.example.elsewhere.example", "localhost.", "[::1", ""])(
  "does not answer to %j, which somebody could have resolved to this machine",
  (host) => expect(statusOf("/w/sample", { host })).toBe(421),
);

it("answers to nobody who calls it by no name", () => {
  expect(statusOf("/", {})).toBe(421);
});

it("refuses an address that cannot be decoded, and the error page itself", () => {
  const host = "localhost";
  expect([
    statusOf("/w/%ff", { host }),
    statusOf("/w/%41", { host }),
    statusOf("/_global-error", { host }),
  ]).toEqual([400, 200, 404]);
});

it("tells a person who sent a form without scripts what to do", async () => {
  expect([refuseForm("GET"), refuseForm("HEAD")]).toEqual([null, null]);
  const refusal = refuseForm("POST");
  expect(refusal?.status).toBe(405);
  expect(refusal?.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await refusal?.text()).toMatch(/^This form needs JavaScript\. Nothing was stored\./);
});
