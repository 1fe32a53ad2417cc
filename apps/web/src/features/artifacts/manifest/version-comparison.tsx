import type { Finding as ManifestFinding } from "@baton/core";
import { formatCount } from "@baton/ui/format/number";
import { KeyValues } from "@baton/ui/layout/key-values";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PanelBody } from "@baton/ui/layout/panel";
import { Arrow } from "@baton/ui/primitives/from-to";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/frame/query-error";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Comparison = NonNullable<RouterOutputs["manifests"]["compare"]>;

const SIZE_LABELS = {
  manifestTokens: "Manifest",
  requiredTokens: "Required",
  fullTokens: "Sources",
} as const;

/** Shows the changes from one version to this one. */
export function VersionComparison({
  workspace,
  before,
  after,
}: {
  workspace: string;
  before: string;
  after: string;
}) {
  const query = useQuery(useTRPC().manifests.compare.queryOptions({ workspace, before, manifest: after }));
  return (
    <section aria-label="Comparison" aria-live="polite" className="border-line border-t pt-3">
      {query.isError ? (
        <PanelBody>
          <QueryError title="The versions could not be compared" query={query} />
        </PanelBody>
      ) : query.isPending ? (
        <TableSkeleton rows={3} />
      ) : (
        <PanelBody className="flex flex-col gap-3">
          {query.data === null ? (
            <p className="text-text-2">
              Only sizes and findings can be compared: one manifest is invalid or its content is not stored.
            </p>
          ) : (
            <Changes comparison={query.data} />
          )}
        </PanelBody>
      )}
    </section>
  );
}

function Changes({ comparison: { sizes, findings, lists, values } }: { comparison: Comparison }) {
  const isAlike = lists.length + values.length + findings.appeared.length + findings.gone.length === 0;
  return (
    <>
      <KeyValues
        items={(["manifestTokens", "requiredTokens", "fullTokens"] as const).map((key) => ({
          label: SIZE_LABELS[key],
          value: (
            <>
              {toMetric(sizes[key].before)}
              <Arrow />
              {toMetric(sizes[key].after)} tokens
            </>
          ),
        }))}
      />
      <FindingList title="New findings" findings={findings.appeared} />
      <FindingList title="Resolved findings" findings={findings.gone} />
      {values.map(({ path, before, after }) => (
        <div key={path}>
          <code className="text-sm text-text-3">{path}</code>
          {before !== null && <Removed>{before}</Removed>}
          {after !== null && <Added>{after}</Added>}
        </div>
      ))}
      {lists.map(({ path, added, removed }) => (
        <div key={path}>
          <code className="text-sm text-text-3">{path}</code>
          {removed.map((item) => (
            <Removed key={item}>{item}</Removed>
          ))}
          {added.map((item) => (
            <Added key={item}>{item}</Added>
          ))}
        </div>
      ))}
      {isAlike && <p className="text-text-2">No differences.</p>}
    </>
  );
}

function Added({ children }: { children: string }) {
  return (
    <p className="rounded-sm bg-ok-soft px-1.5">
      <span aria-hidden>+ </span>
      <ins className="no-underline">{children}</ins>
    </p>
  );
}

function Removed({ children }: { children: string }) {
  return (
    <p className="rounded-sm bg-danger-soft px-1.5">
      <span aria-hidden>− </span>
      <del>{children}</del>
    </p>
  );
}

function FindingList({ title, findings }: { title: string; findings: readonly ManifestFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm text-text-2">{title}</h3>
      <ul className="list-disc pl-5">
        {findings.map(({ code, path, message }) => (
          <li key={`${code} ${path} ${message}`}>
            <code>{code}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function toMetric(tokens: number | null): string {
  return tokens === null ? "unknown" : formatCount(tokens);
}
