import { expect, it } from "vitest";
import { refuseAddress } from "./own-address";

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

it("refuses what cannot be decoded, what is no page, and what is sent to a page, whatever it is called by", () => {
  const host = "localhost";
  expect([
    statusOf("/w/%ff", { host }),
    statusOf("/w/%41", { host }),
    statusOf("/_global-error", { host }),
    statusOf("/sign-in", { host, "x-sent-by": "POST" }),
    statusOf("/sign-in", { host: "elsewhere.example", "x-sent-by": "POST" }),
  ]).toEqual([400, 200, 404, 405, 421]);
});

it("tells a person who sent a form without scripts what to do", async () => {
  const headers = new Headers({ host: "localhost", "x-sent-by": "POST" });
  const refusal = refuseAddress(headers, "/sign-in", names);
  expect(refusal?.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await refusal?.text()).toMatch(/^Nothing was read or stored: .* needs JavaScript\./);
});
