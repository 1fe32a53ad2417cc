import { isObject } from "../is-object";

/** Kinds of values that a policy decides about in a history. */
const SLOT_KINDS = [
  "text",
  "tool_call",
  "tool_result",
  "hosted_tool",
  "reasoning",
  "media",
  "data",
  "extra",
  "unknown",
] as const;
export type SlotKind = (typeof SLOT_KINDS)[number];

/** The keys and indices that lead to a value of a message. */
export type SlotPath = readonly (string | number)[];

/** A value of a message that a policy decides about. */
export interface Slot {
  readonly kind: SlotKind;
  /** Name of the tool, of the key, or of the kind of an unknown part; null if it has none of its own. */
  readonly name: string | null;
  /** The call that a tool's call or result belongs to. */
  readonly callId: string | null;
  readonly pair: "call" | "result" | null;
  readonly value: unknown;
  readonly at: SlotPath;
  /** Removed with the value: the value itself, or the part of the message that is empty without it. */
  readonly holder: SlotPath;
  /** Removed with its last slot, such as the result of a tool with several texts. */
  readonly unit: SlotPath;
  /** True if the value passes unchanged or not at all: it is signed, encrypted or binary. */
  readonly isWhole: boolean;
}

/** A message of a framework, as a policy sees it. */
export interface ReadMessage {
  readonly role: "system" | "user" | "agent";
  /** The agent's name in the message itself. */
  readonly agent: string | null;
  readonly slots: readonly Slot[];
}

/** A framework's format of messages, read and written as plain data. */
export interface MessageFormat {
  readonly name: string;
  /** Returns null for a message of an unknown kind. */
  read(message: Record<string, unknown>): ReadMessage | null;
  /** Values for keys that the format requires, if nothing is left of them. Other keys are deleted. */
  readonly replacements: Readonly<Record<string, unknown>>;
  /** The key by which a provider would look up the reasoning that belongs to an item. */
  readonly itemIdKey: string | null;
}

type SlotOptions = Partial<Pick<Slot, "name" | "callId" | "pair" | "value" | "holder" | "unit" | "isWhole">>;

/** Collects the slots of one message. */
export class SlotCollector {
  readonly slots: Slot[] = [];
  readonly #message: unknown;

  constructor(message: unknown) {
    this.#message = message;
  }

  /** Adds the value at a path. */
  add(kind: SlotKind, at: SlotPath, options: SlotOptions = {}): void {
    const holder = options.holder ?? at;
    this.slots.push({
      kind,
      name: null,
      callId: null,
      pair: null,
      value: valueAt(this.#message, at),
      at,
      unit: holder,
      isWhole: false,
      ...options,
      holder,
    });
  }

  /** Adds what a format does not define, such as a provider's own data. Empty values reveal nothing. */
  addExtras(at: SlotPath, known: readonly string[]): void {
    const object = valueAt(this.#message, at);
    if (typeof object !== "object" || object === null) return;
    for (const [key, value] of Object.entries(object)) {
      if (!known.includes(key) && !isEmpty(value)) this.add("extra", [...at, key], { name: key });
    }
  }

  /** Adds a part that passes unchanged or not at all. */
  addWhole(kind: SlotKind, at: SlotPath, options: SlotOptions = {}): void {
    this.add(kind, at, { isWhole: true, ...options });
  }

  /** Adds the parts of a content: one text, or a list of parts, each read by `readPart`. */
  addContent(at: SlotPath, readPart: (part: Record<string, unknown>, at: SlotPath) => boolean): void {
    const content = valueAt(this.#message, at);
    if (typeof content === "string") {
      if (content !== "") this.add("text", at);
      return;
    }
    if (!Array.isArray(content)) return;
    content.forEach((part: unknown, index) => {
      const place = [...at, index];
      if (typeof part === "string") this.add("text", place);
      else if (!isObject(part) || !readPart(part, place)) {
        const type = isObject(part) && typeof part.type === "string" ? part.type : "part";
        this.addWhole("unknown", place, { name: type });
      }
    });
  }

  /** Adds the content of a tool's result: a text, or a list of texts and media. */
  addResult(
    at: SlotPath,
    result: { name: string | null; callId: string | null; unit: SlotPath; media?: readonly string[] },
  ): void {
    const content = valueAt(this.#message, at);
    const { name, callId, unit } = result;
    const of = { name, callId, unit, pair: "result" as const };
    if (!Array.isArray(content) || content.length === 0) {
      this.add("tool_result", at, { ...of, holder: unit });
      return;
    }
    content.forEach((part: unknown, index) => {
      const place = [...at, index];
      if (typeof part === "string") this.add("tool_result", place, of);
      else if (isObject(part) && typeof part.text === "string" && TEXT_TYPES.includes(String(part.type))) {
        this.add("tool_result", [...place, "text"], { ...of, holder: place });
        this.addExtras(place, ["type", "text"]);
      } else if (isObject(part) && result.media?.includes(String(part.type))) {
        this.addWhole("media", place, { ...of, holder: place });
      } else this.addWhole("unknown", place, { ...of, holder: place, name: "part" });
    });
  }

  read(role: ReadMessage["role"], agent: string | null = null): ReadMessage {
    return { role, agent, slots: this.slots };
  }
}

const TEXT_TYPES: readonly string[] = ["text", "input_text", "output_text"];

/** Returns the value at a path; undefined without one. */
function valueAt(value: unknown, path: SlotPath): unknown {
  return path.reduce<unknown>((above, key) => {
    if (typeof above !== "object" || above === null || !Object.hasOwn(above, key)) return undefined;
    return Reflect.get(above, key);
  }, value);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0 && isPlainContainer(value);
}

function isPlainContainer(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
