import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { env } from "@/env";

/** Header with the hops of a request, nearest to this server last. */
const HOPS = "x-forwarded-for";

const UNKNOWN = "unknown";

const RequestStart = z.object({ request: z.instanceof(IncomingMessage) });

/**
 * Appends the address of the peer to `X-Forwarded-For` of each request, as a proxy does. Next sets the header
 * only if it is missing, so a client could claim any address. Node publishes each request on this channel
 * before a listener sees it (`node:http`, "Built-in Channels").
 */
export function recordPeerAddresses(): void {
  subscribe("http.server.request.start", (message) => {
    const { headers, socket } = RequestStart.parse(message).request;
    headers[HOPS] = [headers[HOPS] ?? [], socket.remoteAddress ?? UNKNOWN].flat().join(", ");
  });
}

/**
 * Returns the address of the client, used to count attempts: the nearest hop that is not a trusted proxy.
 * A client can forge the hops beyond it.
 *
 * @param proxies addresses and networks (`10.0.0.0/8`) of trusted proxies.
 * @returns an IPv4 address, or the /64 network of an IPv6 address, since one host usually has a whole /64
 * (RFC 6177).
 */
export function addressOfClient(
  headers: Headers,
  proxies: readonly string[] = env().BATON_TRUSTED_PROXIES,
): string {
  const trusted = toBlockList(proxies);
  const hops = (headers.get(HOPS) ?? UNKNOWN)
    .split(",")
    .map((hop) => withoutPort(hop.trim()).replace(/^::ffff:(?=\d+\.)/i, ""));
  const client = hops.findLast((hop) => !includes(trusted, hop)) ?? hops[0] ?? UNKNOWN;
  return isIP(client) === 6 ? networkOf(client) : client;
}

/**
 * Removes the port that some proxies add, which differs for each connection: `192.0.2.1:4711`,
 * `[2001:db8::1]:4711`.
 */
function withoutPort(hop: string): string {
  const [, inBrackets, address] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  return inBrackets ?? address ?? hop;
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function includes(list: BlockList, hop: string): boolean {
  const version = isIP(hop);
  return version !== 0 && list.check(hop, version === 6 ? "ipv6" : "ipv4");
}

/** Returns the first four of the eight groups of an IPv6 address, in any notation (RFC 5952). */
function networkOf(address: string): string {
  const [head = [], tail = []] = address
    .toLowerCase()
    .split("::")
    .map((part) => part.split(":"));
  const left = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  const groups = [...head, ...left, ...tail];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, "") || "0")
    .join(":");
}
