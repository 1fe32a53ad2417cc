import type { Database } from "@baton/db";
import type { Context } from "../src/server/context";
import type { User } from "../src/server/identity";

/** Returns the context of a procedure for a user; null for a visitor who is not signed in. */
export function contextOf(db: Database, user: User | null): Context {
  return { liveMark: "", user, db, requestHeaders: new Headers(), responseHeaders: new Headers() };
}

/** Calls a procedure by its path, such as `sessions.list`. */
export function callProcedure(caller: unknown, name: string, input: object): Promise<unknown> {
  let target: unknown = caller;
  for (const part of name.split(".")) target = Reflect.get(Object(target), part);
  if (typeof target !== "function") throw new Error(`${name} is no procedure`);
  return Promise.resolve(target(input));
}
