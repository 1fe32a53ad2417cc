"use client";

import { Anchor } from "@baton/ui/primitives/anchor";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { useParams, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { withQuery } from "@/frame/pages";
import { decodePart } from "@/search/decode-part";
import { type SubjectKind, subjectAddress } from "./subject";

type SubjectLinkProps = {
  kind: Exclude<SubjectKind, "pairs">;
  name: string;
  /** Shown in place of the name. */
  children?: ReactNode;
};

/** Shows the name of an agent, field, rule or workflow, with a link to its page in this workspace. */
export function SubjectLink({ kind, name, children }: SubjectLinkProps) {
  const href = useSubjectAddress(kind, name);
  return (
    <Anchor href={href} className="hover:underline max-sm:inline-block max-sm:py-0.5">
      {children ?? <Name isCode={kind !== "agents"}>{name}</Name>}
    </Anchor>
  );
}

type PairProps = { from: string; to: string };

/** Shows two agents, each with a link to its page. */
export function PairLinks({ from, to, className }: PairProps & { className?: string }) {
  return (
    <FromTo
      from={<SubjectLink kind="agents" name={from} />}
      to={<SubjectLink kind="agents" name={to} />}
      {...(className !== undefined && { className })}
    />
  );
}

/** Links to the page of a pair. */
export function PairLink({ from, to, title, children }: PairProps & { title?: string; children: ReactNode }) {
  const href = useSubjectAddress("pairs", from, to);
  return (
    <Anchor href={href} title={title} className="whitespace-nowrap font-medium hover:underline">
      {children}
    </Anchor>
  );
}

/** The address of a subject in the workspace and the period of this page. */
function useSubjectAddress(kind: SubjectKind, ...names: readonly string[]): string {
  const { workspace = "" } = useParams<{ workspace?: string }>();
  const range = useSearchParams()?.get("range") ?? null;
  const address = subjectAddress(decodePart(workspace), kind, ...names);
  return range === null ? address : withQuery(address, { range });
}
