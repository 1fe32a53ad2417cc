import type { ModelCall } from "./model-call";

/** The requests that the stub received during one script. */
export class ModelLog {
  /** Answered calls, in order. */
  readonly calls: ModelCall[] = [];
  /** The user messages of each request, in the order of `calls`. */
  readonly spoken: { role: string; text: string }[] = [];
  /** All of each request, in the order of `calls`. */
  readonly bodies: { role: string; text: string }[] = [];
  /** Requests without a response in the script. */
  readonly unexpected: string[] = [];

  /** Returns the first call of a role. @throws {Error} if it made none. */
  first(role: string): ModelCall {
    return known(
      role,
      this.calls.find((call) => call.role === role),
    );
  }

  /** Returns the last call of a role. @throws {Error} if it made none. */
  last(role: string): ModelCall {
    return known(
      role,
      this.calls.findLast((call) => call.role === role),
    );
  }
}

function known(role: string, call: ModelCall | undefined): ModelCall {
  if (!call) throw new Error(`the role ${role} made no call`);
  return call;
}
