import type { ItemOf } from "@baton/server/conversation/item";
import { formatDuration } from "@baton/ui/format/number";
import { readableText } from "@baton/ui/format/readable-name";
import { CodeBlock } from "@baton/ui/layout/code-block";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { Check, TriangleAlert, Wrench } from "lucide-react";
import { Fold } from "./fold";
import { Usage } from "./message";
import { WholeText } from "./whole-text";

/** Shows a call of a tool with its result. */
export function Call({ item }: { item: ItemOf<"call"> }) {
  const { result } = item;
  const milliseconds = result ? result.at - item.at : 0;
  return (
    <Fold
      icon={<Wrench aria-hidden />}
      title={<Name isCode>{item.tool}</Name>}
      note={item.title}
      state={
        <>
          {milliseconds > 0 && <span className="text-text-3">{formatDuration(milliseconds)}</span>}
          {result ? <State hasFailed={result.isError} /> : <span className="text-text-3">no result yet</span>}
        </>
      }
    >
      <Usage of={item.usage} />
      <Code label="Input" of={item.input} />
      {result && <Code label="Output" of={result.output} />}
    </Fold>
  );
}

/** Shows a result whose call is not among the items. */
export function LateResult({ item }: { item: ItemOf<"result"> }) {
  return (
    <Fold
      icon={<Wrench aria-hidden />}
      title="Result of an earlier call"
      state={<State hasFailed={item.isError} />}
    >
      <Code label="Output" of={item.output} />
    </Fold>
  );
}

function State({ hasFailed }: { hasFailed: boolean }) {
  return hasFailed ? (
    <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
      error
    </Badge>
  ) : (
    <span className="inline-flex items-center gap-1 text-ok">
      <Check aria-hidden className="size-3.5" />
      ok
    </span>
  );
}

function Code({ label, of: shown }: { label: string; of: ItemOf<"call">["input"] }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-text-3">{label}</p>
      <WholeText of={shown}>
        {(text) =>
          text === "" ? (
            <p className="text-text-2">empty</p>
          ) : (
            <CodeBlock label={label}>{readableText(text)}</CodeBlock>
          )
        }
      </WholeText>
    </div>
  );
}
