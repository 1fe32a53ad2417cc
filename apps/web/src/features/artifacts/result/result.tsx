import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";

/** The result of an agent, from its `.return-meta.json`. */
export type AgentResult = RouterOutputs["sessions"]["get"]["returns"][number];

/** Shows why an agent ended, with a link to the document that it left. */
export function ResultName({ result, workspace }: { result: AgentResult; workspace: string }) {
  const { reason, handoffPath, documentId } = result;
  return (
    <>
      {reason ?? "No reason given."}
      {handoffPath !== null && (
        <span className="block text-sm">
          {documentId === null ? (
            <span className="text-text-3">
              continued in <code>{handoffPath}</code>, which was not imported
            </span>
          ) : (
            <>
              continued in{" "}
              <TextLink href={addressOf(workspace, "documents", documentId)}>{handoffPath}</TextLink>
            </>
          )}
        </span>
      )}
    </>
  );
}

const FAILED = new Set(["failed", "error", "blocked"]);

/** Shows the status of a result, and how much of the work is done. */
export function ResultState({ result: { status, completed, total } }: { result: AgentResult }) {
  const tone = FAILED.has(status) ? "danger" : status === "partial" ? "warn" : "ok";
  return (
    <>
      <Badge tone={tone}>{status}</Badge>
      {completed !== null && total !== null && (
        <span className="ml-1.5 text-text-3">
          {completed} of {total} done
        </span>
      )}
    </>
  );
}
