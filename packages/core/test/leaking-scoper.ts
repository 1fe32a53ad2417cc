import { isContainer } from "../src/scoping/plain-data";
import type { scopeContext } from "../src/scoping/scope-context";
import { findCanaries } from "./canary";

type Scoper = typeof scopeContext;

/**
 * A deliberately broken scoper: it restores removed values that contain a canary with this mark, like a
 * scoper that forgets one case: arrays, another agent's blocks, soft hyphens in keys …
 */
export function leakingScoper(scope: Scoper, mark: string): Scoper {
  return (policy, handoff) => {
    const result = scope(policy, handoff);
    const scoped = { ...result.scoped };
    for (const part of Object.keys(handoff.context)) {
      Reflect.set(scoped, part, putBack(handoff.context[part], scoped[part], mark));
    }
    return { ...result, scoped };
  };
}

function putBack(original: unknown, left: unknown, mark: string): unknown {
  if (original === left || !holds(original, mark)) return left;
  if (!isContainer(original) || !isContainer(left) || Array.isArray(original) !== Array.isArray(left))
    return original;
  const copy = Array.isArray(left) ? [...left] : { ...left };
  for (const key of Reflect.ownKeys(original)) {
    if (key === "length") continue;
    const property = Object.getOwnPropertyDescriptor(original, key);
    if (property === undefined) continue;
    const isData = "value" in property && property.enumerable && typeof key === "string";
    const kept = Object.getOwnPropertyDescriptor(left, key)?.value;
    if (!isData && holds({ property, key }, mark)) Object.defineProperty(copy, key, property);
    else if (isData) {
      const value = putBack(property.value, kept, mark);
      if (value !== undefined) Object.defineProperty(copy, key, { ...property, value });
    }
  }
  return holds(copy, mark) ? copy : original;
}

function holds(value: unknown, mark: string): boolean {
  return [...findCanaries(value)].some((canary) => canary.includes(`:${mark}:`));
}
