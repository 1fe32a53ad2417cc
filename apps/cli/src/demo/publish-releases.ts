import { ENFORCED } from "@baton/core";
import { type Database, getBaselinePolicy, type Person } from "@baton/db";
import type { SampleRelease } from "@baton/sample";
import { publishDraft } from "@baton/services/policy/publish-draft";
import { reviewDraft } from "@baton/services/policy/review-draft";
import { startDraft } from "@baton/services/policy/start-draft";

/**
 * Publishes versions of a policy, each with the review of another owner, as the web server does.
 *
 * @throws Error if a version cannot be published, which is a bug in Baton.
 */
export async function publishReleases(
  db: Database,
  workspaceId: string,
  releases: readonly SampleRelease[],
): Promise<void> {
  for (const [index, { document, author, reviewer, note, comment }] of releases.entries()) {
    const baseline = await getBaselinePolicy(db, { workspaceId });
    const person = toPerson(author);
    const draftId = await startDraft(db, {
      workspaceId,
      content: { document, policySwitch: ENFORCED },
      basedOn: baseline?.policyVersion ?? null,
      person,
      origin: index === 0 ? "the sample" : `version ${index}`,
    });
    if (draftId === null) throw new Error("The sample workspace has an open draft.");
    const draft = { workspaceId, draftId, revision: 1 };
    await reviewDraft(db, { ...draft, entry: "requested", comment: note, ruleId: null, person });
    const publish = { ...draft, publisher: person, note, isOnlyOwner: false };
    const first = await publishDraft(db, { ...publish, acknowledged: [] });
    if (first.outcome === "published") continue;
    const loosened = first.outcome === "refused" ? first.verdict.newlyLetThrough : [];
    const fields = loosened.map(({ field }) => field);
    const approval = { ...draft, entry: "approved", comment, ruleId: null, acknowledged: fields } as const;
    await reviewDraft(db, { ...approval, person: toPerson(reviewer) });
    const acknowledged = fields.map((field) => ({ field, reason: note }));
    const second = await publishDraft(db, { ...publish, acknowledged });
    if (second.outcome !== "published") throw new Error(`The sample policy “${note}” was not published.`);
  }
}

/** People of the sample have no accounts. */
function toPerson(name: string): Person {
  return { id: `sample:${name}`, name };
}
