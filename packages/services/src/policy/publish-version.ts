import type { ParsedPolicy } from "@baton/core";
import { type Database, getLivePolicy, notifyPolicyPages, type Person, type PolicyContent } from "@baton/db";
import { insertPublication, notifyPolicy, recordAudit, upsertPublishedVersion } from "@baton/db/write";
import type { Acknowledgement, PublicationGround } from "@baton/server/policy";
import { createNotification } from "../notification/create-notification";
import { stopRelease } from "./stop-release";

export type ReadPolicy = Extract<ParsedPolicy, { ok: true }>;

interface NewPublication {
  workspaceId: string;
  draftId: number | null;
  revision: number | null;
  /** Number of the earlier version that a rollback repeats. */
  restores?: number;
  content: PolicyContent;
  parsed: ReadPolicy;
  ground: PublicationGround;
  note: string;
  acknowledged: readonly Acknowledgement[];
  person: Person;
}

/**
 * The one place in which a policy becomes live. Needs {@link lockPolicies}, so that numbers have no gaps. Stops a running
 * release, because its candidate was compared with another version.
 */
export async function publishVersion(tx: Database, publication: NewPublication): Promise<number> {
  const { workspaceId, content, parsed, person, acknowledged, ground, note, restores = null } = publication;
  await stopRelease(tx, { workspaceId, person });
  const before = await getLivePolicy(tx, { workspaceId });
  const number = (before?.number ?? 0) + 1;
  const { enabled: isEnabled, observe: isObserving } = content.policySwitch;
  await insertPublication(tx, {
    workspaceId,
    number,
    policyVersion: parsed.version,
    document: content.document,
    isEnabled,
    isObserving,
    draftId: publication.draftId,
    revision: publication.revision,
    restores,
    ground,
    note,
    acknowledged: [...acknowledged],
    publishedById: person.id,
    publishedBy: person.name,
  });
  await upsertPublishedVersion(tx, {
    workspaceId,
    parsed,
    origin: ground === "imported" ? ground : "published",
  });
  await createNotification(tx, {
    workspaceId,
    key: `policy.published ${number}`,
    kind: "policy.published",
    page: "policies",
    subject:
      restores === null
        ? `${person.name} published policy v${number}`
        : `${person.name} rolled the policy back to v${restores}, as v${number}`,
    body: note,
    actorId: person.id,
  });
  await notifyPolicy(tx, workspaceId);
  await notifyPolicyPages(tx, workspaceId);
  await recordAudit(tx, {
    workspaceId,
    actor: person,
    action:
      restores !== null ? "policy.rollback" : ground === "imported" ? "policy.import" : "policy.publish",
    subject: `version ${number}`,
    details: {
      ground,
      ...(restores === null ? {} : { restores }),
      note,
      acknowledged,
      before: before && {
        number: before.number,
        policy_version: before.policyVersion,
        ...before.policySwitch,
      },
      after: { number, policy_version: parsed.version, ...content.policySwitch },
    },
  });
  return number;
}
