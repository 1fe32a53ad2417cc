import { isObject } from "../is-object";
import { plainJson } from "../scoping/plain-json";
import { REMOVED } from "../scoping/removed";
import { leftOf, valueBefore } from "./history-values";
import type { Attached } from "./keep-together";
import type { MessageFormat, SlotPath } from "./message-slot";
import type { History, HistoryMessage, HistoryPart } from "./read-history";

/** A change at a place of a message: a new value, or {@link REMOVED}. */
interface Edit {
  readonly path: SlotPath;
  readonly value: unknown;
}

/**
 * Writes what is left of a history in its own format. Messages without a change are the same objects.
 *
 * @returns for each message what is left of it; {@link REMOVED} if nothing is.
 */
export function writeHistory(history: History, attached: Attached): unknown[] {
  return history.messages.map((message) => writeMessage(history.format, message, attached));
}

function writeMessage(format: MessageFormat, message: HistoryMessage, attached: Attached): unknown {
  const { parts, source, read } = message;
  const isGone = (part: HistoryPart) => leftOf(part) === REMOVED && !attached.emptyCalls.has(part);
  const content = parts.filter(({ slot }) => slot.kind !== "extra");
  const decisive = content.length > 0 ? content : parts;
  if (decisive.length > 0 && decisive.every(isGone)) return REMOVED;
  if (read === null) return source;
  const edits = parts.flatMap((part): Edit[] => {
    if (isGone(part)) {
      const { unit, holder } = part.slot;
      const isUnitGone = content.filter((other) => isSamePath(other.slot.unit, unit)).every(isGone);
      return [{ path: part.slot.kind !== "extra" && isUnitGone ? unit : holder, value: REMOVED }];
    }
    const value = attached.emptyCalls.has(part) ? {} : leftOf(part);
    const rewritten = value === valueBefore(part) ? [] : [{ path: part.slot.at, value: encode(part, value) }];
    return attached.withoutReasoning.has(part) ? [...rewritten, ...detach(format, part, parts)] : rewritten;
  });
  return applyEdits(source, edits, format.replacements);
}

/** Removes what refers to the reasoning before an item. */
function detach(format: MessageFormat, { slot }: HistoryPart, parts: readonly HistoryPart[]): Edit[] {
  const own = parts.filter(
    (other) => other.slot.kind === "extra" && slot.holder.every((key, index) => other.slot.at[index] === key),
  );
  const edits = own.map((extra): Edit => ({ path: extra.slot.at, value: REMOVED }));
  return format.itemIdKey === null ? edits : [...edits, { path: [format.itemIdKey], value: REMOVED }];
}

function encode(part: HistoryPart, value: unknown): unknown {
  return typeof part.slot.value === "string" && typeof value !== "string" ? plainJson(value) : value;
}

function isSamePath(one: SlotPath, other: SlotPath): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** Returns the value itself without edits; otherwise a copy. */
function applyEdits(
  value: unknown,
  edits: readonly Edit[],
  replacements: Readonly<Record<string, unknown>>,
): unknown {
  if (edits.length === 0) return value;
  const own = edits.find(({ path }) => path.length === 0);
  if (own) return own.value;
  const below = new Map<string | number, Edit[]>();
  for (const { path, value } of edits) {
    const [key, ...rest] = path;
    if (key !== undefined) below.set(key, [...(below.get(key) ?? []), { path: rest, value }]);
  }
  const change = (child: unknown, key: string | number) =>
    applyEdits(child, below.get(key) ?? [], replacements);
  if (Array.isArray(value)) {
    const left = value.map(change).filter((element) => element !== REMOVED);
    return left.length === 0 ? REMOVED : left;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    const left = change(child, key);
    if (left !== REMOVED) return [[key, left]];
    return Object.hasOwn(replacements, key) ? [[key, replacements[key]]] : [];
  });
  return Object.fromEntries(entries);
}
