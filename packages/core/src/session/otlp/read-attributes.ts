import { z } from "zod";
import { AgentId } from "../agent-id";
import type { Measure } from "../session-record";
import { textSize } from "../text-size";
import { WrittenTokenCount } from "../token-count";
import { ADK, readAdkTransfer } from "./adk";
import { AI_SDK } from "./ai-sdk";
import type { Convention, CountField, SpanRole, TextField } from "./convention";
import { GEN_AI } from "./gen-ai";
import { readInputMessages } from "./input-text";
import { readLangGraphAgent } from "./langgraph";
import { OPENINFERENCE } from "./openinference";
import { STRANDS } from "./strands";
import { TRACELOOP } from "./traceloop";

/** If a span follows several, the first one with a field provides it. */
const CONVENTIONS: readonly Convention[] = [GEN_AI, ADK, STRANDS, OPENINFERENCE, TRACELOOP, AI_SDK];

/** A 64-bit integer is text in JSON; some writers use a number. */
export const Integer = z.union([z.int(), z.string().regex(/^\d{1,20}$/)]);

export const Attribute = z.object({
  key: z.string(),
  value: z
    .looseObject({
      stringValue: z.string().optional(),
      intValue: Integer.optional(),
      doubleValue: z.number().optional(),
      boolValue: z.boolean().optional(),
    })
    .catch({})
    .default({}),
});
type AttributeValue = z.infer<typeof Attribute>["value"];

const AgentName = AgentId.nullable().catch(null);

/** A span in the terms of the conventions. Sizes are in tokens; null means "not recorded". */
export interface SpanAttributes {
  /** Null if the span follows no supported convention. */
  role: SpanRole | null;
  /** The convention's own name for the kind of span. */
  kind: string | null;
  /** Unknown kinds, each as `attribute.value`. */
  unknownKinds: string[];
  agent: string | null;
  session: string | null;
  model: string | null;
  responseId: string | null;
  tool: string | null;
  handoffFrom: string | null;
  handoffTo: string | null;
  inputTokens: number | null;
  /** The provider, or Baton if only the messages of an agent are recorded. */
  inputMeasure: Measure | null;
  outputTokens: number | null;
  cacheReadTokens: number | null;
  cacheWriteTokens: number | null;
  reasoningTokens: number | null;
  /** The first text of a user among the messages of an agent. */
  asked: string | null;
  isCompacted: boolean;
}

/** Reads the attributes of a span by all conventions that it follows. */
export function readAttributes(list: readonly z.infer<typeof Attribute>[]): SpanAttributes {
  const attributes = new Map(list.map(({ key, value }) => [key, value]));
  const followed = CONVENTIONS.filter((convention) => isFollowed(convention, attributes));
  const textOf = (field: TextField) =>
    first(
      followed,
      ({ texts }) => texts[field],
      (key) => attributes.get(key)?.stringValue || null,
    );
  const countOf = (field: CountField) =>
    first(
      followed,
      ({ counts }) => counts[field],
      (key) => toCount(attributes.get(key)),
    );
  const kinds = followed.flatMap(({ kindKey, roles }) => {
    const kind = attributes.get(kindKey)?.stringValue;
    return kind ? [{ kindKey, kind, role: roles.get(kind) ?? null }] : [];
  });
  const known = kinds.find(({ role }) => role !== null);
  const inputTokens = countOf("inputTokens");
  const outputTokens = countOf("outputTokens");
  // Some frameworks record tokens of a call without a kind.
  const isCall = inputTokens !== null || outputTokens !== null;
  const role = followed.length === 0 ? null : (known?.role ?? (isCall ? "model" : "step"));
  const input = role === "agent" ? readInputMessages(textOf("input")) : null;
  const counted = textSize(inputTokens === null ? input?.all : null);
  return {
    role,
    kind: (known ?? kinds[0])?.kind ?? null,
    unknownKinds: known || isCall ? [] : kinds.map(({ kindKey, kind }) => `${kindKey}.${kind}`),
    agent: AgentName.parse(
      textOf("agent") ??
        (role === "agent" ? textOf("ownName") : null) ??
        readLangGraphAgent(attributes.get("metadata")?.stringValue),
    ),
    session: textOf("session"),
    model: textOf("model"),
    responseId: textOf("responseId"),
    tool: textOf("tool"),
    handoffFrom: AgentName.parse(textOf("handoffFrom")),
    handoffTo: AgentName.parse(textOf("handoffTo") ?? readAdkTransfer(attributes)),
    inputTokens: inputTokens ?? counted.afterTokens,
    inputMeasure: inputTokens === null ? counted.measureAfter : "provider",
    outputTokens,
    cacheReadTokens: countOf("cacheReadTokens"),
    cacheWriteTokens: countOf("cacheWriteTokens"),
    reasoningTokens: countOf("reasoningTokens"),
    asked: input?.asked ?? null,
    isCompacted: followed.some(
      ({ compactedKey }) => compactedKey && attributes.get(compactedKey)?.boolValue === true,
    ),
  };
}

function isFollowed(
  { kindKey, prefix, writer }: Convention,
  attributes: ReadonlyMap<string, AttributeValue>,
): boolean {
  if (writer ? isWrittenBy(writer, attributes) : attributes.has(kindKey)) return true;
  if (prefix === undefined) return false;
  for (const key of attributes.keys()) if (key.startsWith(prefix)) return true;
  return false;
}

function isWrittenBy(
  { keys, value }: NonNullable<Convention["writer"]>,
  attributes: ReadonlyMap<string, AttributeValue>,
): boolean {
  return keys.some((key) => attributes.get(key)?.stringValue === value);
}

function first<Value>(
  conventions: readonly Convention[],
  keysOf: (convention: Convention) => readonly string[] | undefined,
  read: (key: string) => Value | null,
): Value | null {
  for (const convention of conventions) {
    for (const key of keysOf(convention) ?? []) {
      const value = read(key);
      if (value !== null) return value;
    }
  }
  return null;
}

/** Reads a count; some exporters write every number as a double, and some frameworks as text. */
export function toCount(value: AttributeValue | undefined): number | null {
  const count = WrittenTokenCount.safeParse(value?.intValue ?? value?.doubleValue ?? value?.stringValue);
  return count.success ? count.data : null;
}
