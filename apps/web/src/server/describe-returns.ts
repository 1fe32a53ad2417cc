import "server-only";
import { ReturnMetadata } from "@baton/core/handoff-document";
import { type Database, findDocumentsAt, type listSessionReturns } from "@baton/db";
import { z } from "zod";
import { parseOrNull } from "./describe-manifest";

/** The parts of `.return-meta.json` that a page shows; agents write them at several places. */
const Result = z.looseObject({
  ...ReturnMetadata.shape,
  handoff_path: z.string().nullish().catch(null),
  agent_type: z.string().nullish().catch(null),
  metadata: z
    .looseObject({ agent_type: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  errors: z
    .array(z.looseObject({ type: z.string().nullish(), recommendation: z.string().nullish() }))
    .nullish()
    .catch(null),
});

type StoredReturn = Awaited<ReturnType<typeof listSessionReturns>>[number];

/** Describes the results of agents: status, reason, and the handoff document that each names, if it was imported. */
export async function describeReturns(db: Database, workspaceId: string, returns: readonly StoredReturn[]) {
  const read = returns.flatMap(({ text, ...found }) => {
    const parsed = Result.safeParse(parseOrNull(text));
    return parsed.success ? [{ ...found, ...summarize(parsed.data) }] : [];
  });
  const paths = read.flatMap(({ handoffPath }) => handoffPath ?? []);
  const documents = await findDocumentsAt(db, { workspaceId, paths });
  return read.map((one) => {
    const { handoffPath } = one;
    const isAt = (path: string) => path === handoffPath || path.endsWith(`/${handoffPath}`);
    const document = handoffPath === null ? undefined : documents.find(({ path }) => isAt(path));
    return { ...one, documentId: document?.documentId ?? null };
  });
}

function summarize(result: z.infer<typeof Result>) {
  const { status, partial_progress: partial, errors, next_steps: next } = result;
  const [error] = errors ?? [];
  const nextSteps = typeof next === "string" ? next : (next ?? []).join("; ");
  const completed = partial?.phases_completed;
  return {
    status,
    agent: result.metadata?.agent_type ?? result.agent_type ?? null,
    reason: partial?.details ?? error?.recommendation ?? error?.type ?? (nextSteps || null),
    completed: Array.isArray(completed) ? completed.length : (completed ?? null),
    total: partial?.phases_total ?? null,
    handoffPath: partial?.handoff_path ?? result.handoff_path ?? null,
  };
}
