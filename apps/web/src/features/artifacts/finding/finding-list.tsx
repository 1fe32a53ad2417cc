import type { Finding as ValidatedFinding } from "@baton/core";
import { Finding } from "@baton/ui/layout/finding";
import { toSentence } from "./to-sentence";

/** Lists findings with hints, errors first. */
export function FindingList({ findings }: { findings: readonly ValidatedFinding[] }) {
  return (
    <>
      <FindingGroup
        title="Errors"
        tone="danger"
        findings={findings.filter(({ severity }) => severity === "error")}
      />
      <FindingGroup
        title="Warnings"
        tone="warn"
        findings={findings.filter(({ severity }) => severity === "warning")}
      />
    </>
  );
}

function FindingGroup({
  title,
  tone,
  findings,
}: {
  title: string;
  tone: "danger" | "warn";
  findings: readonly ValidatedFinding[];
}) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-sm text-text-2">
        {title} ({findings.length})
      </h3>
      {findings.map(({ code, path, message, hint }) => (
        <Finding
          key={`${path} ${code} ${message}`}
          tone={tone}
          title={
            <>
              <code>{code}</code> {path !== "" && <code className="font-normal text-text-2">{path}</code>}
            </>
          }
        >
          {message !== "" && <p>{toSentence(message)}</p>}
          <p>{hint}</p>
        </Finding>
      ))}
    </section>
  );
}
