import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, it } from "vitest";
import { addressOfClient, recordPeerAddresses } from "./client-address";

beforeAll(recordPeerAddresses);

const PROXIES = ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"];

function addressFrom(forwarded: string, proxies: readonly string[] = []): string {
  return addressOfClient(new Headers({ "x-forwarded-for": forwarded }), proxies);
}

it("the client address is the peer without a trusted proxy, regardless of its headers", () => {
  expect(addressFrom("203.0.113.9")).toBe("203.0.113.9");
  expect(addressFrom("1.2.3.4, 203.0.113.9")).toBe("203.0.113.9");
  expect(addressFrom("1.2.3.4, 10.0.0.7", ["192.0.2.1"])).toBe("10.0.0.7");
});

it("the client address is the one that the nearest trusted proxies report", () => {
  expect(addressFrom("1.2.3.4, 203.0.113.9, 10.0.0.7", PROXIES)).toBe("203.0.113.9");
  expect(addressFrom("1.2.3.4, 203.0.113.9, 192.0.2.1, ::ffff:10.0.0.7", PROXIES)).toBe("203.0.113.9");
  expect(addressFrom("203.0.113.9, 2001:db8::1", PROXIES)).toBe("203.0.113.9");
  expect(addressFrom("10.0.0.8, 10.0.0.7", PROXIES)).toBe("10.0.0.8");
  expect(addressFrom("10.0.0.8, made up, 10.0.0.7", PROXIES)).toBe("made up");
});

it("the client address excludes the port", () => {
  expect(addressFrom("203.0.113.9:51234, 10.0.0.7:80", PROXIES)).toBe("203.0.113.9");
  expect(addressFrom("[2a00:1450:4001:81b::1]:51234")).toBe(addressFrom("2a00:1450:4001:81b::2"));
  expect(addressFrom("[2a00:1450:4001:81b::1]")).toBe(addressFrom("2a00:1450:4001:81b::2"));
});

it("the client address is shared by an IPv6 network, and exact for IPv4", () => {
  expect(addressFrom("2a00:1450:4001:81b::200e")).toBe(addressFrom("2A00:1450:4001:081b:ffff:1:2:3"));
  expect(addressFrom("2a00:1450:4001:81b::1")).not.toBe(addressFrom("2a00:1450:4001:81c::1"));
  expect(addressFrom("2a00::1")).not.toBe(addressFrom("2a01::1"));
  expect(addressFrom("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(addressOfClient(new Headers(), [])).toBe("unknown");
});

it("the peer's address is appended to X-Forwarded-For", async () => {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, answer) => {
    heard.push(incoming.headers);
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  for (const headers of [
    {},
    { "x-forwarded-for": "1.2.3.4" },
    { "x-forwarded-for": ["1.2.3.4", "5.6.7.8"] },
  ]) {
    await new Promise((resolve) => request({ port, headers }, resolve).end());
  }
  server.close();
  expect(heard.map((headers) => headers["x-forwarded-for"])).toEqual([
    "127.0.0.1",
    "1.2.3.4, 127.0.0.1",
    "1.2.3.4, 5.6.7.8, 127.0.0.1",
  ]);
});
