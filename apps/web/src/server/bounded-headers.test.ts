import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { boundHeaders } from "./bounded-headers";

function bound(headers: Record<string, string | undefined>): Record<string, unknown> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  boundHeaders(request);
  return request.headers;
}

const keptOf = (cookie: string | undefined) => bound({ cookie }).cookie;

it("keeps the cookies of Baton as they are, over http and over https", () => {
  for (const prefix of ["", "__Host-"]) {
    const own = `${prefix}baton.session_token=a.b%3D; ${prefix}baton.state=x=y; baton-time-zone=Europe/Berlin`;
    expect(keptOf(own)).toBe(own);
  }
});

it("takes away those of others", () => {
  expect(keptOf("theme=dark; baton.session_token=a; xbaton.state=1;baton-written=2")).toBe(
    "baton.session_token=a;baton-written=2",
  );
  expect(keptOf("batonic=1; __Secure-baton.state=2; =3; aa; ;")).toBeUndefined();
  expect(keptOf(undefined)).toBeUndefined();
});

it("keeps sixteen at the most", () => {
  const parts = Array.from({ length: 550 }, (_, index) => `baton.session_data.${index}=a`);
  expect(keptOf(parts.join("; "))).toBe(parts.slice(0, 16).join("; "));
  // Those that a neighbour cannot have set take no harm from what one can.
  expect(keptOf([...parts, "__Host-baton.session_token=a"].join("; "))).toMatch(
    /^__Host-baton\.session_token=a; ?baton/,
  );
});

it("keeps of the name of a browser what one has, and the other headers whole", () => {
  const accept = "x".repeat(5_000);
  expect(bound({ "user-agent": "Mozilla/5.0 (X11; Linux x86_64)", accept })).toEqual({
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64)",
    accept,
  });
  expect(bound({ "user-agent": "a".repeat(15_000) })).toEqual({ "user-agent": "a".repeat(500) });
});

it("sends files whole", () => {
  expect(bound({ range: "bytes=-99999999999999999999", accept: "a" })).toEqual({ accept: "a" });
});
