import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, it } from "vitest";
import { addressOfClient, recordPeerAddresses } from "./client-address";

beforeAll(recordPeerAddresses);

const PROXIES = ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"];

function addressFrom(forwarded: string, proxies: readonly string[] = []): string {
  return addressOfClient(new Headers({ "x-forwarded-for": forwarded }), proxies);
}

it("is the peer itself, whatever it says, where no proxy is trusted", () => {
  expect(addressFrom("203.0.113.9")).toBe("203.0.113.9");
  expect(addressFrom("1.2.3.4, 203.0.113.9")).toBe("203.0.113.9");
  expect(addressFrom("1.2.3.4, 10.0.0.7", ["192.0.2.1"])).toBe("10.0.0.7");
});

it("is whom the nearest proxy that is trusted has heard, and nothing that came from further away", () => {
  expect(addressFrom("1.2.3.4, 203.0.113.9, 10.0.0.7", PROXIES)).toBe("203.0.113.9");
  expect(addressFrom("1.2.3.4, 203.0.113.9, 192.0.2.1, ::ffff:10.0.0.7", PROXIES)).toBe("203.0.113.9");
  expect(addressFrom("203.0.113.9, 2001:db8::1", PROXIES)).toBe("203.0.113.9");
  expect(addressFrom("10.0.0.8, 10.0.0.7", PROXIES)).toBe("10.0.0.8");
  expect(addressFrom("10.0.0.8, made up, 10.0.0.7", PROXIES)).toBe("made up");
});

it("is the same from whichever port", () => {
  expect(addressFrom("203.0.113.9:51234, 10.0.0.7:80", PROXIES)).toBe("203.0.113.9");
  expect(addressFrom("[2a00:1450:4001:81b::1]:51234")).toBe(addressFrom("2a00:1450:4001:81b::2"));
  expect(addressFrom("[2a00:1450:4001:81b::1]")).toBe(addressFrom("2a00:1450:4001:81b::2"));
});

it("is one for all that have the same network of IPv6, or the same address of IPv4", () => {
  expect(addressFrom("2a00:1450:4001:81b::200e")).toBe(addressFrom("2A00:1450:4001:081b:ffff:1:2:3"));
  expect(addressFrom("2a00:1450:4001:81b::1")).not.toBe(addressFrom("2a00:1450:4001:81c::1"));
  expect(addressFrom("2a00::1")).not.toBe(addressFrom("2a01::1"));
  expect(addressFrom("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(addressOfClient(new Headers(), [])).toBe("unknown");
});

it("appends the peer of the connection to what the request claims", async () => {
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
