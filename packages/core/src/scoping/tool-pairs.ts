import { isObject } from "../is-object";
import { addStep, type ContextPart, remainder } from "./context-part";
import type { FilteredContext } from "./filter-context";
import { mapFields, mapList, mapMessages, ownField, ownList, ownText, visitMessages } from "./message-list";
import { REMOVED } from "./removed";
import type { Trail } from "./removed-paths";

/**
 * Keys in which LangChain stores a message: `kwargs` as written by `JSON.stringify`, `data` as written by
 * `toDict`.
 */
const BODIES: readonly string[] = ["kwargs", "data"];

/**
 * Drops each tool call whose result scoping removed, and each result whose call it removed: providers reject
 * a conversation with one but not the other. Looks for both in the same output or other part.
 *
 * Supports OpenAI chat (`tool_calls`, `tool_call_id`), Responses and Agents SDK (`function_call`,
 * `function_call_output`, `function_call_result` and similar), Anthropic (`tool_use`, `tool_result`) and
 * LangChain.
 *
 * @param filtered.removed receives the dropped messages.
 * @returns true if something was dropped. Keeps pairs that were incomplete before.
 */
export function dropUnpairedToolMessages(
  part: ContextPart,
  { removed, isKnownPlain }: Pick<FilteredContext, "removed" | "isKnownPlain">,
): boolean {
  const after = remainder(part);
  if (after === part.before || after === REMOVED) return false;
  const had = findTools(part.before, isKnownPlain);
  if (had.calls.size === 0 && had.results.size === 0) return false;
  const has = findTools(after, true);
  const unpaired = new Set(
    [...had.calls].filter((id) => had.results.has(id) && has.calls.has(id) !== has.results.has(id)),
  );
  const dropper = new ToolDropper(unpaired);
  const root = removed.at(part.path);
  const change = (message: object, was: unknown, place: readonly (string | null)[]) => {
    const trail = place.reduce<Trail>((above, step) => above.under(step), root);
    return named(dropper.dropFromMessage(message, was, trail), trail);
  };
  addStep(part, "dropped", mapMessages(after, change, part.before));
  return remainder(part) !== after;
}

class ToolDropper {
  readonly #unpaired: ReadonlySet<string>;

  constructor(unpaired: ReadonlySet<string>) {
    this.#unpaired = unpaired;
  }

  /** Returns the rest of a message; {@link REMOVED} if it had calls or results and is now empty. */
  dropFromMessage(message: object, was: unknown, trail: Trail): unknown {
    return this.#drop(message, was, (field, key) => {
      const below = { was: ownField(was, key), trail: trail.under(key) };
      if (!BODIES.includes(key) || !isObject(field)) return this.#dropFromField(field, key, below);
      return this.#drop(field, below.was, (inner, innerKey) =>
        this.#dropFromField(inner, innerKey, {
          was: ownField(below.was, innerKey),
          trail: below.trail.under(innerKey),
        }),
      );
    });
  }

  #drop(message: object, was: unknown, change: (field: unknown, key: string) => unknown): unknown {
    if (this.#goes(toolId(message), toolId(was))) return REMOVED;
    const left = mapFields(message, change);
    return containsTools(was) && !saysSomething(left) ? REMOVED : left;
  }

  #dropFromField(field: unknown, key: string, { was, trail }: { was: unknown; trail: Trail }): unknown {
    if (key === "content") return this.#dropFromList(field, was, trail, toolId);
    if (key === "tool_calls") return this.#dropCalls(field, was, trail);
    if (key !== "additional_kwargs" || !isObject(field)) return field;
    // LangChain stores the provider's original here, with the same calls again.
    const inner = trail.under("tool_calls");
    return mapFields(field, (calls, innerKey) =>
      innerKey === "tool_calls" ? this.#dropCalls(calls, ownField(was, innerKey), inner) : calls,
    );
  }

  #dropCalls(field: unknown, was: unknown, trail: Trail): unknown {
    const calls = this.#dropFromList(field, was, trail, (call) => ownText(call, "id"));
    const isEmpty = Array.isArray(calls) && calls.every((call) => call === REMOVED);
    return isEmpty ? named(REMOVED, trail) : calls;
  }

  #dropFromList(list: unknown, were: unknown, trail: Trail, idOf: (item: unknown) => string): unknown {
    if (!Array.isArray(list)) return list;
    return mapList(list, (item, index) => {
      const goes = this.#goes(idOf(item), idOf(ownField(were, String(index))));
      return goes ? named(REMOVED, trail.under(null)) : item;
    });
  }

  /** A message that lost its ID can no longer be matched. */
  #goes(id: string, idBefore: string): boolean {
    return this.#unpaired.has(id) || (id === "" && idBefore !== "");
  }
}

function named(left: unknown, trail: Trail): unknown {
  if (left === REMOVED) trail.removeThis();
  return left;
}

interface ToolIds {
  readonly calls: Set<string>;
  readonly results: Set<string>;
}

/** Returns the calls and results in a value. */
function findTools(value: unknown, isKnownPlain: boolean): ToolIds {
  const found: ToolIds = { calls: new Set(), results: new Set() };
  visitMessages(value, isKnownPlain, (message) => findToolsIn(message, found));
  found.calls.delete("");
  found.results.delete("");
  return found;
}

function containsTools(message: unknown): boolean {
  const found: ToolIds = { calls: new Set(), results: new Set() };
  if (isObject(message)) findToolsIn(message, found);
  return [...found.calls, ...found.results].some((id) => id !== "");
}

function findToolsIn(message: object, found: ToolIds): void {
  for (const body of [message, ...BODIES.map((key) => ownField(message, key))]) {
    for (const call of ownList(body, "tool_calls")) found.calls.add(ownText(call, "id"));
    for (const item of [body, ...ownList(body, "content")]) {
      found.calls.add(callId(item));
      found.results.add(resultId(item));
    }
  }
}

/** Returns the ID of the call in a message or a part of one, or of the call it answers; empty without one. */
function toolId(item: unknown): string {
  return callId(item) || resultId(item);
}

function callId(item: unknown): string {
  const type = ownText(item, "type");
  if (type.endsWith("tool_use")) return ownText(item, "id");
  return type.endsWith("_call") ? ownText(item, "call_id") || ownText(item, "callId") : "";
}

function resultId(item: unknown): string {
  const type = ownText(item, "type");
  if (type.endsWith("tool_result")) return ownText(item, "tool_use_id");
  if (/_call_(output|result)$/.test(type)) return ownText(item, "call_id") || ownText(item, "callId");
  return ownText(item, "tool_call_id");
}

function saysSomething(message: object): boolean {
  const content = ownField(message, "content");
  if (toolId(message) !== "" || (typeof content === "string" && content !== "")) return true;
  if (["tool_calls", ...BODIES].some((key) => Object.hasOwn(message, key))) return true;
  return ownList(message, "content").some((part) => part !== REMOVED);
}
