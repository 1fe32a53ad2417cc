import type { HandoffDocument } from "../../handoff-document/handoff-document";
import { evaluateStaleness, type Staleness, type StalenessFacts } from "../../handoff-document/staleness";
import type { FileState } from "../../handoff-document/validate-handoff";
import { listChangedFiles, readCommitFacts } from "./git-facts";

/**
 * Rates how far a project has moved since a handoff document, by its git repository and its files.
 *
 * @param root  project root.
 * @param files result of `findReferencedFiles`; ignores those outside the project.
 * @throws the signal's reason if it aborts before git responds.
 */
export async function readStaleness(
  root: string,
  document: HandoffDocument,
  files: ReadonlyMap<string, FileState>,
  signal?: AbortSignal,
): Promise<Staleness & { facts: StalenessFacts }> {
  const { facts: commit, id } = await readCommitFacts(root, document.frontMatter.commit, signal);
  const referencedFiles = [...files].filter(([, state]) => state !== "outside").map(([path]) => path);
  const missingFiles = referencedFiles.filter((path) => files.get(path) === "missing");
  const present = referencedFiles.filter((path) => files.get(path) === "present");
  const changedFiles = id === null ? [] : await listChangedFiles(root, id, present, signal);
  signal?.throwIfAborted();
  const facts = { commit, referencedFiles, missingFiles, changedFiles };
  return { ...evaluateStaleness(facts), facts };
}
