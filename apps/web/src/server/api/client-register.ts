import type { ApiKey, Database } from "@baton/db";
import { recordPolicyClient } from "@baton/services/policy/record-policy-client";
import { z } from "zod";
import { isUnstorable } from "../is-unstorable";
import { log } from "../log";

/** In milliseconds. The time of a client that changes nothing is this exact. */
const RECORD_INTERVAL = 60_000;
const MAX_KNOWN = 10_000;

/** Headers that describe a client. Programs other than Baton's send only their name. */
const ClientHeaders = z.object({
  "baton-client": z.string().max(100).optional(),
  "baton-instance": z.string().max(300).optional(),
  "baton-policy-version": z
    .string()
    .regex(/^([0-9a-f]{64}|none)$/)
    .optional(),
  "user-agent": z.string().optional(),
});

/** A client that asks for the policy. */
export interface AskingClient {
  readonly instance: string;
  readonly client: string;
  /** The policy that it uses; null without one, undefined if it does not say. */
  readonly policyVersion: string | null | undefined;
}

/** Reads who asks for the policy; invalid headers count as absent. */
export function readAskingClient(headers: Record<string, string>): AskingClient {
  const read = ClientHeaders.safeParse(headers);
  const said = read.success ? read.data : {};
  const version = said["baton-policy-version"];
  return {
    instance: decode(said["baton-instance"] ?? ""),
    client: nameOf(said["baton-client"] ?? headers["user-agent"] ?? ""),
    policyVersion: version === "none" ? null : version,
  };
}

function nameOf(text: string): string {
  return isUnstorable([text]) ? "" : text.slice(0, 100);
}

function decode(text: string): string {
  try {
    return nameOf(decodeURIComponent(text));
  } catch {
    return "";
  }
}

/** Records which policy each client uses: a change at once, otherwise once a minute. */
export class ClientRegister {
  readonly #known = new Map<string, { state: string; recordedAt: number }>();

  /** Records a client. A failure is logged: the policy matters more. */
  async record(
    db: Database,
    { workspaceId, keyId }: Pick<ApiKey, "workspaceId" | "keyId">,
    { instance, client }: AskingClient,
    policyVersion: string | null,
  ): Promise<void> {
    const name = JSON.stringify([workspaceId, keyId, instance]);
    const state = JSON.stringify([client, policyVersion]);
    const known = this.#known.get(name);
    const now = performance.now();
    if (known?.state === state && now - known.recordedAt < RECORD_INTERVAL) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MAX_KNOWN) this.#known.delete(oldest);
    this.#known.set(name, { state, recordedAt: now });
    try {
      await recordPolicyClient(db, { workspaceId, keyId, instance, client, policyVersion });
    } catch (error) {
      this.#known.delete(name);
      log.error("a client of the policy could not be recorded", { error });
    }
  }
}
