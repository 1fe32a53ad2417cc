import { BlockList, isIP } from "node:net";
import { env } from "@/env";
import { beforeRequests } from "./before-requests";

/** Where a request was, one after the other; the one that is nearest to this server comes last. */
const HOPS = "x-forwarded-for";

/** Whoever cannot be told; no proxy is called so. */
const UNKNOWN = "unknown";

/**
 * Has the address of whoever is at the other end written behind what a request says of where it was, as each
 * proxy on its way does: what is left of it may be made up.
 */
export function notePeers(): void {
  beforeRequests(({ headers, socket }) => {
    const peer = socket.remoteAddress;
    headers[HOPS] = [headers[HOPS] ?? [], peer ?? UNKNOWN].flat().join(", ");
    // It was reset before it was taken: the system no longer says whose it was, and nobody hears an answer.
    if (peer === undefined) socket.destroy();
  });
}

/**
 * Who sends a request, to count attempts by: the nearest hop that is no proxy of
 * ours. What it says of others is not believed.
 *
 * @param proxies addresses and networks (`10.0.0.0/8`) whose word is.
 * @returns an address of IPv4; of IPv6 the network of 64 bits, since whoever has
 *   one such address has all of them (RFC 6177).
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
 * Some proxies write from which port they were asked, which is another one with each connection:
 * `192.0.2.1:4711`, `[2001:db8::1]:4711`.
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

/** The first four of the eight groups of an address of IPv6, however it is abbreviated (RFC 5952). */
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
