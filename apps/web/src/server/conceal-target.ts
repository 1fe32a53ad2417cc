import type { ChannelKind } from "@baton/db";

/**
 * A channel's address for those who may not change it, and for the log. The path of a webhook often is its
 * key: whoever knows the whole of it can post there.
 */
export function concealTarget({ kind, target }: { kind: ChannelKind; target: string }): string {
  if (kind === "mail") return target;
  const url = new URL(target);
  const isBare = url.pathname === "/" && url.search === "" && url.username === "";
  return isBare ? url.origin : `${url.origin}/…`;
}
