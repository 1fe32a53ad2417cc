import "server-only";
import { createHash } from "node:crypto";
import type { ParsedPolicy } from "@baton/core";
import { findJsonExcess } from "@baton/core/internal";
import { exportPolicy } from "@baton/core/policy";
import {
  type Database,
  getKnownPolicy,
  getPolicyDraft,
  getPublication,
  type KnownPolicy,
  type PolicyContent,
  readPolicyContent,
  readReportedPolicy,
  toContent,
} from "@baton/db";
import { TRPCError } from "@trpc/server";
import { z } from "zod";

/** Maximum characters of a policy document; real ones have at most a hundredth of it. */
const MAX_DOCUMENT_LENGTH = 2_000_000;

/** Content of a policy version: the whole document as text, and the switch. */
export const PolicyContentInput = z.object({
  document: z.string().max(MAX_DOCUMENT_LENGTH),
  policySwitch: z.object({ enabled: z.boolean(), observe: z.boolean() }),
});

const Published = z.object({ kind: z.literal("number"), number: z.int32().positive() });
const Seen = z.object({ kind: z.literal("version"), version: z.string().max(64) });

/**
 * Start of a draft: a published policy by number, or any by the
 * hash of its content. The open draft is excluded: copying it as one's own
 * would hide its author from the approvers.
 */
export const RestorableReference = z.discriminatedUnion("kind", [Published, Seen]);

/** Reference to a known policy: any of those, or the open draft. */
export const PolicyReference = z.discriminatedUnion("kind", [
  Published,
  Seen,
  z.object({ kind: z.literal("draft") }),
]);
export type PolicyReference = z.infer<typeof PolicyReference>;

/** Returns a policy. @throws TRPCError `NOT_FOUND` if it does not exist. */
export async function findPolicy(
  db: Database,
  workspaceId: string,
  reference: PolicyReference,
): Promise<KnownPolicy> {
  const found = await lookUp(db, workspaceId, reference);
  if (!found) throw new TRPCError({ code: "NOT_FOUND", message: "Policy version not found." });
  return found;
}

async function lookUp(
  db: Database,
  workspaceId: string,
  reference: PolicyReference,
): Promise<KnownPolicy | null> {
  switch (reference.kind) {
    case "number": {
      const published = await getPublication(db, { workspaceId, number: reference.number });
      return published && { ...published, ...toContent(published) };
    }
    case "version":
      return getKnownPolicy(db, { workspaceId, version: reference.version });
    case "draft": {
      const draft = await getPolicyDraft(db, { workspaceId });
      return draft && { policyVersion: "", number: null, ...draft.content };
    }
  }
}

/**
 * Cache of parsed policies by content: each view of the overview reads the live one, and a policy of
 * ten thousand rules takes half a second.
 */
const read = new Map<string, ParsedPolicy>();
const MAX_READ = 8;

/** Parses a content as a policy. The result is cached and must not be changed. */
export function readPolicy({ document, policySwitch }: PolicyContent): ParsedPolicy {
  return readOnce([JSON.stringify(policySwitch), document], () =>
    readPolicyContent({ document, policySwitch }),
  );
}

/** Parses a reported policy, of which only the section is known. */
export function readSeen(seen: { policyText: string }): ParsedPolicy {
  return readOnce(["", seen.policyText], () => readReportedPolicy(seen));
}

function readOnce([first, text]: readonly [string, string], readNow: () => ParsedPolicy): ParsedPolicy {
  const key = createHash("sha256").update(first).update(text).digest("hex");
  const policy = read.get(key) ?? readNow();
  // Move it to the end: the least recently used entry is evicted first.
  read.delete(key);
  read.set(key, policy);
  const [oldest] = read.keys();
  if (oldest !== undefined && read.size > MAX_READ) read.delete(oldest);
  return policy;
}

/**
 * Checks that a draft is a JSON object, into which a policy can be written. It need not be a valid policy.
 */
export function requireJsonObject(document: string): void {
  const excess = findJsonExcess(Buffer.from(document));
  if (excess) {
    throw new TRPCError({ code: "BAD_REQUEST", message: `Invalid document: ${excess.message}.` });
  }
  const written = exportPolicy(document, {});
  if (!written.ok) {
    const message = written.findings.map((finding) => finding.message).join(" ");
    throw new TRPCError({ code: "BAD_REQUEST", message });
  }
}
