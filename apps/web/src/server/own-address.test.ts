import { expect, it } from "vitest";
import { refuseAddress, refuseForm } from "./own-address";

const names = { BATON_URL: "https://baton.example:8443", BATON_ALLOWED_HOSTS: ["intern"] };

function statusOf(path: string, headers: Record<string, string>): number {
  return refuseAddress(new Headers(headers), path, names)?.status ?? 200;
}

it.each(["localhost:3000", "127.0.0.1", "[::1]:3000", "baton.example", "Baton.Example:8443", "intern:80"])(
  "the server responds to the host %s",
  (host) => expect(statusOf("/w/sample", { host })).toBe(200),
);

it.each(["elsewhere.example", "baton.example.elsewhere.example", "localhost.", "[::1", ""])(
  "the server refuses the host %j, which could resolve to this machine",
  (host) => expect(statusOf("/w/sample", { host })).toBe(421),
);

it("the server refuses a request without a host", () => {
  expect(statusOf("/", {})).toBe(421);
});

it("the server refuses a path that cannot be decoded, and Next's error page", () => {
  const host = "localhost";
  expect([
    statusOf("/w/%ff", { host }),
    statusOf("/w/%41", { host }),
    statusOf("/_global-error", { host }),
  ]).toEqual([400, 200, 404]);
});

it("refuseForm explains that a form needs JavaScript", async () => {
  expect([refuseForm("GET"), refuseForm("HEAD")]).toEqual([null, null]);
  const refusal = refuseForm("POST");
  expect(refusal?.status).toBe(405);
  expect(refusal?.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await refusal?.text()).toMatch(/^This form needs JavaScript\. Nothing was stored\./);
});
