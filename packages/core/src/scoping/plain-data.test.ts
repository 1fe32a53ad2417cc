import { describe, expect, it, vi } from "vitest";
import { handoffOf, policyOf, ruleOf } from "../../test/handoff";
import type { HandoffContext } from "./handoff-context";
import { scopeContext } from "./scope-context";

const SECRET = "canary";
const everythingPasses = policyOf({ default_handoff_mode: "full" });
/** Blocks another key, so that every value is visited. */
const somethingIsBlocked = policyOf({ default_handoff_mode: "full", blocked_context_fields: ["pin"] });
/** Allows the tested fields, so that paths are followed. */
const someIsAllowed = ruleOf({ allowed_context_fields: ["v", "bare.x", "nothing", "list[]"] });
const scope = (context: Partial<HandoffContext>, policy = everythingPasses) =>
  scopeContext(policy, handoffOf(context));

class Claim {
  ssn = SECRET;
  toJSON() {
    return { ssn: SECRET };
  }
}

const getter = vi.fn(() => SECRET);
const withAccessor = Object.defineProperty({ y: 1 }, "ssn", { get: getter, enumerable: true });
const withSetter = Object.defineProperty({ y: 1 }, "ssn", { set: getter, enumerable: true });
const withHidden = Object.defineProperty({ y: 1 }, "ssn", { value: SECRET, enumerable: false });
const withSymbol = { y: 1, [Symbol("ssn")]: SECRET };
const withPrototype = Object.assign(Object.create({ ssn: SECRET }), { y: 1 });
const listWithKey = Object.assign([1, 2], { ssn: SECRET });
const listWithHidden = Object.defineProperty([1], "ssn", { value: SECRET });
const listWithAccessor = Object.defineProperty([1, 2], 1, { get: getter, enumerable: true });
class ListOfClaims extends Array<number> {}

describe("a value that is not plain data", () => {
  it.each<[string, unknown, unknown, string]>([
    ["a class instance", new Claim(), {}, "a.v"],
    ["a Map", new Map([["ssn", SECRET]]), {}, "a.v"],
    ["a Set", new Set([SECRET]), {}, "a.v"],
    ["a Date", new Date(0), {}, "a.v"],
    ["a boxed string", Object(SECRET), {}, "a.v"],
    ["a function", () => SECRET, {}, "a.v"],
    ["a symbol", Symbol(SECRET), {}, "a.v"],
    ["a bigint", 10n, {}, "a.v"],
    ["a number that JSON lacks", Number.NaN, {}, "a.v"],
    ["an array of a subclass", ListOfClaims.from([1]), {}, "a.v"],
    ["an object with its own prototype", withPrototype, {}, "a.v"],
    ["its own toJSON", { y: 1, toJSON: () => SECRET }, { v: { y: 1 } }, "a.v.toJSON"],
    ["an accessor", withAccessor, { v: { y: 1 } }, "a.v.ssn"],
    ["a setter", withSetter, { v: { y: 1 } }, "a.v.ssn"],
    ["a key that is not enumerable", withHidden, { v: { y: 1 } }, "a.v.ssn"],
    ["a symbol as a key", withSymbol, { v: { y: 1 } }, "a.v.Symbol(ssn)"],
    ["a key of an array", listWithKey, { v: [1, 2] }, "a.v.ssn"],
    ["a hidden key of an array", listWithHidden, { v: [1] }, "a.v.ssn"],
    ["an accessor as an element", listWithAccessor, { v: [1, null] }, "a.v[]"],
    ["a function as an element", [1, () => SECRET, 3], { v: [1, null, 3] }, "a.v[]"],
    ["a class instance as an element", [new Claim()], { v: [null] }, "a.v[]"],
  ])("is removed and named without running its code: %s", (_, value, left, name) => {
    for (const policy of [everythingPasses, somethingIsBlocked, someIsAllowed]) {
      getter.mockClear();
      const { scoped, event } = scope({ prior_outputs: { a: { v: value } } }, policy);
      expect(scoped.prior_outputs).toStrictEqual({ a: left });
      expect(Reflect.ownKeys(Object(Reflect.get(Object(scoped.prior_outputs.a), "v")))).not.toContain("ssn");
      expect(scoped).toMatchObject({ fields_filtered: [name] });
      expect(event?.scoping_state).toBe("scoped");
      expect(JSON.stringify(event)).not.toContain(SECRET);
      expect(getter).not.toHaveBeenCalled();
    }
  });

  it("is removed from copied and shared objects, and the values around it stay", () => {
    const list = [1, () => SECRET, undefined, { pin: 1, x: 2 }];
    list[5] = 3;
    const value = Object.assign(Object.create(null), { pin: 1, f: () => SECRET, list, z: null });
    const { scoped } = scope({ prior_outputs: { a: { v: value } } }, somethingIsBlocked);
    expect(JSON.stringify(scoped.prior_outputs)).toBe(
      '{"a":{"v":{"list":[1,null,null,{"x":2},null,3],"z":null}}}',
    );
    expect(scoped).toMatchObject({ fields_filtered: ["a.v.f", "a.v.list[]", "a.v.pin"] });
  });

  it("is named if minimal passes identifiers", () => {
    const original_input = { claim_id: 1, other: 2, [Symbol("key")]: 3, task_id: withAccessor };
    Object.defineProperty(original_input, "session_id", { get: getter, enumerable: true });
    const { scoped } = scope({ original_input }, policyOf({ default_handoff_mode: "minimal" }));
    expect(scoped).toMatchObject({
      original_input: { claim_id: 1, task_id: { y: 1 } },
      fields_filtered: [
        "original_input.Symbol(key)",
        "original_input.other",
        "original_input.session_id",
        "original_input.task_id.ssn",
      ],
    });
  });

  it("is removed as a whole output, part or input", () => {
    const { scoped } = scope({
      prior_outputs: { a: new Claim() },
      observations: ListOfClaims.from([1]),
      original_input: new Map(),
      memories: new Set([1]),
    });
    expect(scoped).toMatchObject({ prior_outputs: {}, observations: [], original_input: null });
    expect(scoped).not.toHaveProperty("memories");
    expect(scoped).toMatchObject({ fields_filtered: ["a", "memories", "observations", "original_input"] });
  });

  it("is removed as the object of outputs, in it, or in the context", () => {
    expect(scope({ prior_outputs: JSON.parse("[1]") }).scoped).toMatchObject({
      prior_outputs: {},
      fields_filtered: ["prior_outputs"],
    });
    const prior_outputs = Object.defineProperty({ a: 1 }, "x", { get: getter, enumerable: true });
    const context = Object.defineProperty(handoffOf({ prior_outputs }).context, "memories", { get: getter });
    const { scoped } = scopeContext(everythingPasses, { ...handoffOf({}), context });
    expect(scoped).toMatchObject({ prior_outputs: { a: 1 }, fields_filtered: ["memories", "x"] });
    expect(getter).not.toHaveBeenCalled();
  });

  it("is removed as observations that are not an array", () => {
    const { scoped } = scope({ observations: JSON.parse('{"x":1}') });
    expect(scoped).toMatchObject({ observations: [], fields_filtered: ["observations"] });
  });

  it("is removed from an empty array that a blocked path would empty", () => {
    const value = Object.assign([], { ssn: SECRET });
    const blocked = policyOf({ default_handoff_mode: "full", blocked_context_fields: ["v[]"] });
    const { scoped } = scopeContext(blocked, handoffOf({ prior_outputs: { a: { v: value } } }));
    expect(Reflect.ownKeys(Object(Reflect.get(Object(scoped.prior_outputs.a), "v")))).toEqual(["length"]);
    expect(scoped).toMatchObject({ fields_filtered: ["a.v.ssn"] });
  });

  it("is copied without calling a constructor that an array names", () => {
    const builder = vi.fn();
    const list = Object.assign([{ ssn: 1 }, { x: 1 }], { constructor: { [Symbol.species]: builder } });
    const blocked = policyOf({ default_handoff_mode: "full", blocked_context_fields: ["ssn"] });
    const { scoped } = scopeContext(blocked, handoffOf({ prior_outputs: { a: { list } } }));
    expect(scoped.prior_outputs).toStrictEqual({ a: { list: [{}, { x: 1 }] } });
    expect(builder).not.toHaveBeenCalled();
  });
});

describe("a harmless value that JSON cannot represent", () => {
  it("passes unchanged: an object without a prototype, undefined, a hole", () => {
    const list = [1];
    list[2] = 2;
    const output = { bare: Object.assign(Object.create(null), { x: 1 }), nothing: undefined, list };
    for (const policy of [everythingPasses, somethingIsBlocked, someIsAllowed]) {
      const { scoped, event } = scope({ prior_outputs: { a: output } }, policy);
      expect(scoped.prior_outputs.a).toBe(output);
      expect(scoped).toMatchObject({ fields_filtered: [] });
      expect(event?.context_before_scoping).toMatchObject({
        total_tokens: event?.context_after_scoping.total_tokens,
      });
    }
  });
});

describe("__proto__, constructor and prototype", () => {
  const output = JSON.parse(
    '{"__proto__":{"x":1,"ssn":2},"constructor":{"ssn":3},"prototype":4,"y":{"__proto__":5}}',
  );
  const blocking = (...blocked: string[]) =>
    scopeContext(
      policyOf({ default_handoff_mode: "full", blocked_context_fields: blocked }),
      handoffOf({ prior_outputs: { a: output } }),
    ).scoped;

  it("are copied as plain keys: they neither pollute the prototype nor escape blocks", () => {
    const scoped = blocking("ssn");
    expect(JSON.stringify(scoped.prior_outputs.a)).toBe(
      '{"__proto__":{"x":1},"constructor":{},"prototype":4,"y":{"__proto__":5}}',
    );
    expect(Object.getPrototypeOf(scoped.prior_outputs.a)).toBe(Object.prototype);
    expect(scoped).toMatchObject({ fields_filtered: ["a.__proto__.ssn", "a.constructor.ssn"] });
  });

  it("can be blocked by name and by path", () => {
    expect(JSON.stringify(blocking("__proto__", "constructor.ssn").prior_outputs.a)).toBe(
      '{"constructor":{},"prototype":4,"y":{}}',
    );
  });

  it("can be names of agents and parts", () => {
    const context = JSON.parse('{"prior_outputs":{"__proto__":{"ssn":1,"x":2}},"__proto__":{"ssn":1,"x":2}}');
    const policy = policyOf({ default_handoff_mode: "full", blocked_context_fields: ["ssn"] });
    const { scoped } = scopeContext(policy, { ...handoffOf({}), context });
    expect(JSON.stringify(scoped)).toMatch(
      /^\{"prior_outputs":\{"__proto__":\{"x":2\}\},.*"__proto__":\{"x":2\},/,
    );
    expect(Object.getPrototypeOf(scoped)).toBe(Object.prototype);
  });
});
