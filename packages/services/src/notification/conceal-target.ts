import type { ChannelKind } from "@baton/db";

/**
 * Shortens a channel's address for the log and for users who may not change it. The path of a webhook often
 * is its key: the full URL is enough to post there.
 */
export function concealTarget({ kind, target }: { kind: ChannelKind; target: string }): string {
  if (kind === "mail") return target;
  if (kind === "pagerduty") return `integration key …${target.slice(-4)}`;
  const url = new URL(target);
  const isBare = url.pathname === "/" && url.search === "" && url.username === "";
  return isBare ? url.origin : `${url.origin}/…`;
}
