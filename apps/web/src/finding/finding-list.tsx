import type { Finding as JudgedFinding } from "@baton/core";
import { Finding } from "@baton/ui/layout/finding";

/** What is wrong and what to do, errors first. */
export function FindingList({ findings }: { findings: readonly JudgedFinding[] }) {
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
  findings: readonly JudgedFinding[];
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

/** Findings are told in half sentences, for lines that begin with a code; a path or a name in front stays as it is. */
function toSentence(message: string): string {
  const isWord = /^[a-z]+(?:[\s,;]|$)/.test(message);
  const text = isWord ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
