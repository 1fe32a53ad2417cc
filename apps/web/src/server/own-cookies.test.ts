import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { dropForeignCookies } from "./own-cookies";

function keptOf(cookie: string | undefined): string | undefined {
  const request = new IncomingMessage(new Socket());
  request.headers.cookie = cookie;
  dropForeignCookies(request);
  return request.headers.cookie;
}

it("keeps the cookies of Baton as they are, over http and over https", () => {
  const own = "baton.session_token=a.b%3D; baton-time-zone=Europe/Berlin; __Host-baton.state=x=y";
  expect(keptOf(own)).toBe(own);
});

it("takes away those of others", () => {
  expect(keptOf("theme=dark; baton.session_token=a; xbaton.state=1;baton-written=2")).toBe(
    "baton.session_token=a;baton-written=2",
  );
  expect(keptOf("batonic=1; __Secure-baton.state=2; =3; ;")).toBeUndefined();
  expect(keptOf(undefined)).toBeUndefined();
});

it("keeps sixteen at the most: better-auth took 0.12 s for 550 parts of a session", () => {
  const parts = Array.from({ length: 550 }, (_, index) => `baton.session_data.${index}=a`);
  expect(keptOf(parts.join("; "))).toBe(parts.slice(0, 16).join("; "));
});
