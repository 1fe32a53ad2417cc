import "server-only";
import { setImmediate } from "node:timers/promises";
import {
  renderSessionAuditParts,
  type SessionAudit,
  writeSessionAuditParts,
} from "@baton/server/session-audit";
import { toFile, toStream } from "./file-response";

export const SESSION_EXPORT_FORMATS = ["html", "json"] as const;
type Format = (typeof SESSION_EXPORT_FORMATS)[number];

const FILES = {
  html: { write: renderSessionAuditParts, type: "text/html; charset=utf-8" },
  json: { write: writeSessionAuditParts, type: "application/json" },
} satisfies Record<Format, { write: (audit: SessionAudit) => Iterable<string>; type: string }>;

/** Creates the download of a session's audit. */
export function toSessionFile(audit: SessionAudit, format: Format): Response {
  const { write, type } = FILES[format];
  return toFile(toStream(encodeEach(write(audit))), { type, name: `session-${audit.session_id}`, format });
}

/** Lets other requests proceed between parts: a session may have tens of megabytes. */
async function* encodeEach(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield Buffer.from(part);
    await setImmediate();
  }
}
