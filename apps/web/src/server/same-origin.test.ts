import { describe, expect, it } from "vitest";
import { refuseForeignDownload, refuseForeignRequest } from "./same-origin";

const own = { host: "localhost:3000", origin: "http://localhost:3000", "content-type": "application/json" };

function post(headers: Record<string, string>): Request {
  return new Request("http://localhost:3000/api/trpc/policies.publish", { method: "POST", headers });
}

describe("refuseForeignRequest", () => {
  it("allows JSON from its own pages", () => {
    expect(refuseForeignRequest(post(own))).toBeNull();
    expect(
      refuseForeignRequest(post({ ...own, "content-type": "application/json; charset=utf-8" })),
    ).toBeNull();
  });

  it.each([
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "text/plain",
    "text/plain; application/json",
    "application/octet-stream",
    "",
  ])("refuses %j, which a form of another site could send", (contentType) => {
    expect(refuseForeignRequest(post({ ...own, "content-type": contentType }))?.status).toBe(415);
  });

  it.each([
    "https://elsewhere.example",
    "http://localhost:3001",
    "http://localhost:3000.elsewhere.example",
    "null",
  ])("refuses JSON from %s", (origin) => {
    expect(refuseForeignRequest(post({ ...own, origin }))?.status).toBe(403);
  });

  it("refuses a request without an origin", () => {
    const { origin: _, ...headers } = own;
    expect(refuseForeignRequest(post(headers))?.status).toBe(403);
  });
});

it("allows reads from any site", () => {
  const request = new Request("http://localhost:3000/api/trpc/x", {
    headers: { origin: "https://elsewhere.example" },
  });
  expect(refuseForeignRequest(request)).toBeNull();
});

describe("refuseForeignDownload", () => {
  it("allows downloads from its own pages, typed URLs and programs, and refuses those from other sites", () => {
    const statusOf = (headers: Record<string, string>) =>
      refuseForeignDownload({ headers: new Headers(headers) })?.status ?? 200;
    expect([
      statusOf({ "sec-fetch-site": "same-origin" }),
      statusOf({ "sec-fetch-site": "none" }),
      statusOf({}),
      statusOf({ "sec-fetch-site": "cross-site" }),
      statusOf({ "sec-fetch-site": "same-site" }),
      statusOf({ host: "baton.example", origin: "https://baton.example" }),
      statusOf({ host: "baton.example", origin: "https://baton.example:8443" }),
      statusOf({ host: "baton.example", origin: "null" }),
      statusOf({ host: "baton.example", referer: "https://baton.example/w/team/sessions" }),
      statusOf({ host: "baton.example", referer: "https://wiki.example/", "sec-fetch-site": "none" }),
      statusOf({ "sec-fetch-site": "none", "sec-purpose": "prefetch" }),
      statusOf({ "sec-fetch-site": "none", "sec-purpose": "prefetch;prerender" }),
    ]).toEqual([200, 200, 200, 403, 403, 200, 403, 403, 200, 403, 403, 403]);
  });
});
