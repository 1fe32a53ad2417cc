import { formatCount, formatRatio } from "@baton/ui/format/number";
import { CodeBlock } from "@baton/ui/layout/code-block";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import type { FirstOf } from "@/server/keep-first";
import type { RouterOutputs } from "@/server/root";

type Interfaces = RouterOutputs["tasks"]["get"]["interfaces"];
type Interface = Interfaces["first"][number];

type InterfacesPanelProps = {
  interfaces: Interfaces;
  /** Tokens of all interfaces before and after compression; null if not recorded. */
  recorded: { before: number; after: number } | null;
};

/** Shows the types and signatures that were passed, original and without comments and white space. */
export function InterfacesPanel({ interfaces, recorded }: InterfacesPanelProps) {
  if (interfaces.count === 0) return null;
  return (
    <Panel aria-label="Interfaces">
      <PanelHead
        title="Interfaces"
        note={
          recorded &&
          recorded.after > 0 && (
            <>
              minified before sending:{" "}
              <FromTo from={formatCount(recorded.before)} to={`${formatCount(recorded.after)} tokens`} /> (
              {formatRatio(recorded.before / recorded.after)})
            </>
          )
        }
      />
      <PanelBody className="flex flex-col gap-4">
        {interfaces.first.map((each) => (
          <OneInterface key={each.name} {...each} />
        ))}
        <MoreInterfaces of={interfaces} />
      </PanelBody>
    </Panel>
  );
}

/** Shows the number of omitted interfaces, if any. */
export function MoreInterfaces({ of: { first, count } }: { of: FirstOf<unknown> }) {
  if (count === first.length) return null;
  return <p className="text-text-2">and {formatCount(count - first.length)} more interfaces</p>;
}

function OneInterface({ name, text, isRead, minified, beforeTokens, afterTokens }: Interface) {
  const isSmaller = minified !== null && afterTokens !== null && afterTokens < beforeTokens;
  return (
    <section aria-label={name} className="flex flex-col gap-1.5">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <Name isCode>{name}</Name>
        <span className="ml-auto font-normal text-sm text-text-3">
          {isSmaller ? (
            <>
              <FromTo from={formatCount(beforeTokens)} to={`${formatCount(afterTokens)} tokens`} /> when
              minified
            </>
          ) : (
            `${formatCount(beforeTokens)} tokens${minified === null ? "" : ", minifying does not make it smaller"}`
          )}
        </span>
      </h3>
      <div className={isSmaller ? "grid gap-2 lg:grid-cols-2" : ""}>
        <CodeBlock label={`${name}, as passed`}>{text}</CodeBlock>
        {isSmaller && <CodeBlock label={`${name}, minified`}>{minified}</CodeBlock>}
      </div>
      {!isRead && <p className="text-sm text-text-2">Too long to minify.</p>}
      {isRead && minified === null && (
        <p className="text-sm text-warn">Not minified: contains more than TypeScript types and signatures.</p>
      )}
    </section>
  );
}
