import type { ItemOf } from "@baton/server/conversation/item";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { readableText } from "@baton/ui/format/readable-name";
import { Name } from "@baton/ui/primitives/name";
import { Brain, ScrollText } from "lucide-react";
import { Markdown } from "@/features/artifacts/document/markdown";
import { AsWritten } from "./as-written";
import { Fold } from "./fold";
import { WholeText } from "./whole-text";

/** Shows what a person or an agent said. */
export function Message({ item }: { item: ItemOf<"message"> }) {
  const isUser = item.speaker === "user";
  return (
    <div className={isUser ? "rounded-md border border-accent-line bg-accent-soft px-3 py-2" : undefined}>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          {!isUser && <Name>{item.agent}</Name>}
          {isUser && item.agentId === null && "User"}
          {isUser && item.agentId !== null && (
            <>
              Prompt for <Name>{item.agent}</Name>
            </>
          )}
        </span>
        <Usage of={item.usage} />
      </p>
      <WholeText of={item.text}>
        {(text) =>
          isUser && item.agentId === null ? (
            <AsWritten text={text} />
          ) : (
            <Markdown text={readableText(text)} showsTags />
          )
        }
      </WholeText>
    </div>
  );
}

/** Shows the model and tokens of the call that an item ends. */
export function Usage({ of: usage }: { of: ItemOf<"message">["usage"] }) {
  if (!usage) return null;
  return (
    <span className="text-sm text-text-3">
      {usage.model && <>{usage.model}, </>}
      {formatCount(usage.inputTokens)} tokens in, {formatCount(usage.outputTokens)} out
    </span>
  );
}

/** Shows reasoning, or what the client added, on one line that opens. */
export function Aside({ item }: { item: ItemOf<"reasoning"> | ItemOf<"context"> }) {
  const length = item.text.text.length + item.text.hidden;
  const isReasoning = item.kind === "reasoning";
  return (
    <Fold
      icon={isReasoning ? <Brain aria-hidden /> : <ScrollText aria-hidden />}
      title={isReasoning ? "Reasoning" : "Added by the client"}
      note={item.text.text.slice(0, 400)}
      state={<span className="text-text-3">{formatCountOf(length, "character")}</span>}
    >
      <WholeText of={item.text}>{(text) => <AsWritten text={text} className="text-text-2" />}</WholeText>
    </Fold>
  );
}
