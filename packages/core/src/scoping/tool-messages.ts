import { REMOVED } from "./removed";

/**
 * Drops a tool call whose result is gone, and a result whose call is gone: providers refuse a conversation that has one
 * without the other. Knows the shapes of OpenAI's chat (`tool_calls`, `tool_call_id`), its Responses and Agents SDK
 * (`function_call`, `function_call_output`, `function_call_result`) and Anthropic's (`tool_use`, `tool_result`).
 *
 * @param before the output as it was; a pair that was broken there already is left as it is.
 * @param after  what is left of it, plain data.
 * @returns `after` itself where all pairs are whole; else a copy with {@link REMOVED} in the place of what was dropped, to be
 *   taken out by {@link withoutRemoved}.
 */
export function dropUnpairedToolMessages(before: unknown, after: unknown): unknown {
  const had = findTools(before);
  if (had.calls.size === 0 && had.results.size === 0) return after;
  const has = findTools(after);
  const unpaired = new Set(
    [...had.calls].filter((id) => had.results.has(id) && has.calls.has(id) !== has.results.has(id)),
  );
  const lostItsId = (message: object, was: unknown) => toolId(was) !== "" && toolId(message) === "";
  return mapMessages(
    after,
    (message, was) => (lostItsId(message, was) ? REMOVED : dropTools(message, unpaired, was)),
    before,
  );
}

/** A copy without the elements that are {@link REMOVED}. */
export function withoutRemoved(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => element !== REMOVED).map(withoutRemoved);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutRemoved(field)]));
}

/**
 * Changes the messages of an output: the elements of one that is a list, and of each list in one that is an object; the
 * output itself where it has a `role`.
 *
 * @param change gives the message itself to leave it as it is, {@link REMOVED} to drop it; `was` is what stood in its place
 *   in `before`.
 * @returns the output itself where nothing changed.
 */
export function mapMessages(
  output: unknown,
  change: (message: object, was: unknown) => unknown,
  before?: unknown,
): unknown {
  const changeList = (list: unknown, were: unknown) =>
    Array.isArray(list)
      ? mapList(list, (element, index) =>
          isObject(element) ? change(element, own(were, String(index))) : element,
        )
      : list;
  if (!isObject(output)) return changeList(output, before);
  const message = Object.hasOwn(output, "role") ? change(output, before) : output;
  return isObject(message)
    ? mapFields(message, (field, key) => changeList(field, own(before, key)))
    : message;
}

/** As `map`, but gives the list itself where nothing changed. */
export function mapList(
  list: readonly unknown[],
  change: (element: unknown, index: number) => unknown,
): readonly unknown[] {
  const changed = list.map(change);
  return changed.some((element, index) => element !== list[index]) ? changed : list;
}

/** The object itself where nothing changed; a field that becomes {@link REMOVED} is left out. */
export function mapFields(object: object, change: (field: unknown, key: string) => unknown): object {
  const fields = Object.entries(object);
  const changed = fields.map(([key, field]) => [key, change(field, key)] as const);
  if (changed.every(([, field], index) => field === fields[index]?.[1])) return object;
  return Object.fromEntries(changed.filter(([, field]) => field !== REMOVED));
}

interface ToolIds {
  readonly calls: Set<string>;
  readonly results: Set<string>;
}

/** The calls and results in an output, which may be no plain data: accessors are not called. */
function findTools(output: unknown): ToolIds {
  const found: ToolIds = { calls: new Set(), results: new Set() };
  for (const message of messagesOf(output)) {
    for (const call of listAt(message, "tool_calls")) found.calls.add(textAt(call, "id"));
    for (const item of [message, ...listAt(message, "content")]) {
      found.calls.add(callId(item));
      found.results.add(resultId(item));
    }
  }
  found.calls.delete("");
  found.results.delete("");
  return found;
}

function messagesOf(output: unknown): unknown[] {
  if (Array.isArray(output)) return elementsOf(output);
  return isObject(output) ? [output, ...Object.keys(output).flatMap((key) => listAt(output, key))] : [];
}

/** The id of the call that a message, or a part of one, is; empty where it is none. */
function callId(item: unknown): string {
  const type = textAt(item, "type");
  if (type === "tool_use") return textAt(item, "id");
  return type.endsWith("_call") ? textAt(item, "call_id") || textAt(item, "callId") : "";
}

/** The id of the call that a message, or a part of one, answers; empty where it answers none. */
function resultId(item: unknown): string {
  const type = textAt(item, "type");
  if (type === "tool_result") return textAt(item, "tool_use_id");
  if (/_call_(output|result)$/.test(type)) return textAt(item, "call_id") || textAt(item, "callId");
  return textAt(item, "tool_call_id");
}

function dropTools(message: object, unpaired: ReadonlySet<string>, was: unknown): unknown {
  const isUnpaired = (item: unknown) => unpaired.has(toolId(item));
  if (isUnpaired(message)) return REMOVED;
  const left = mapFields(message, (field, key) => {
    if (!Array.isArray(field)) return field;
    const items = listAt(was, key);
    const lostItsId = (part: unknown, index: number) => toolId(items[index]) !== "" && toolId(part) === "";
    if (key === "content") {
      return mapList(field, (part, index) => (isUnpaired(part) || lostItsId(part, index) ? REMOVED : part));
    }
    if (key !== "tool_calls") return field;
    const calls = mapList(field, (call, index) => {
      const id = textAt(call, "id");
      return unpaired.has(id) || (id === "" && textAt(items[index], "id") !== "") ? REMOVED : call;
    });
    return calls.every((call) => call === REMOVED) ? REMOVED : calls;
  });
  return left === message || saysSomething(left) ? left : REMOVED;
}

/** The id of the call that an item is or answers; empty where it does neither. */
function toolId(item: unknown): string {
  return callId(item) || resultId(item);
}

function saysSomething(message: object): boolean {
  const content = own(message, "content");
  if (typeof content === "string" && content !== "") return true;
  return Object.hasOwn(message, "tool_calls") || listAt(message, "content").some((part) => part !== REMOVED);
}

function listAt(object: unknown, key: string): unknown[] {
  const list = own(object, key);
  return Array.isArray(list) ? elementsOf(list) : [];
}

function elementsOf(list: readonly unknown[]): unknown[] {
  return Array.from({ length: list.length }, (_, index) => own(list, String(index)));
}

function textAt(object: unknown, key: string): string {
  const text = own(object, key);
  return typeof text === "string" ? text : "";
}

function own(object: unknown, key: string): unknown {
  if (typeof object !== "object" || object === null) return undefined;
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
