import type { Baton } from "@baton/core/node";
import { scopeHistory } from "./db-messages";

/** Parts of Mastra's contexts of hooks that Baton needs. */
interface Delegation {
  readonly primitiveId: string;
  readonly parentAgentId: string;
}
interface Start extends Delegation {
  readonly prompt: string;
  readonly params?: { readonly instructions?: string };
}
interface StartResult {
  readonly proceed?: boolean;
  readonly rejectionReason?: string;
  readonly modifiedPrompt?: string;
  readonly modifiedInstructions?: string;
}
interface Complete extends Delegation {
  readonly result: { readonly text: string };
}
interface CompleteResult {
  readonly resultText?: string;
}
interface Filter extends Delegation {
  readonly messages: readonly object[];
}

/** The application's own hooks: they see what the sender wrote, and Baton scopes what they return. */
interface DelegationOptions {
  onDelegationStart?(context: object): StartResult | undefined | Promise<StartResult | undefined>;
  onDelegationComplete?(context: object): CompleteResult | undefined | Promise<CompleteResult | undefined>;
  messageFilter?(context: object): readonly object[] | Promise<readonly object[]>;
  includeSubAgentToolResultsInModelContext?: boolean;
  enableResultReferences?: boolean;
}

/**
 * Returns options of `generate` and `stream` with which an agent passes to its subagents only what the policy allows:
 * prompts, instructions and earlier messages, and their answers on the way back. A prompt that a rule refuses is rejected
 * with the reason. The policy knows agents by their IDs. For `network`, see `batonProcessor`.
 *
 * @param baton result of `createBaton`, or of its `newSession()`.
 */
export function withBaton<Options extends object>(options: Options, baton: Baton): Options;
export function withBaton(options: { delegation?: DelegationOptions }, baton: Baton): object {
  const { compiler } = baton;
  const own = options.delegation ?? {};
  if (own.includeSubAgentToolResultsInModelContext || own.enableResultReferences) {
    baton.report(
      "Mastra: results of subagents pass only as their answer, because other copies cannot be scoped",
    );
  }
  const delegation = {
    ...own,
    includeSubAgentToolResultsInModelContext: false,
    enableResultReferences: false,
    // Otherwise, Mastra continues with unscoped values after an error.
    hookErrorStrategy: "throw",
    onDelegationStart: async (context: Start): Promise<StartResult> => {
      const decided: StartResult = (await own.onDelegationStart?.(context)) ?? {};
      if (decided.proceed === false) return decided;
      const prompt = decided.modifiedPrompt ?? context.prompt;
      const instructions = decided.modifiedInstructions ?? context.params?.instructions;
      const call = compiler.scopeCall(
        thereOf(context),
        instructions === undefined ? prompt : { prompt, instructions },
      );
      if (call.refusal !== null) return { ...decided, proceed: false, rejectionReason: call.refusal };
      if (instructions === undefined) return { ...decided, modifiedPrompt: String(call.input) };
      return {
        ...decided,
        modifiedPrompt: textIn(call.input, "prompt"),
        modifiedInstructions: textIn(call.input, "instructions"),
      };
    },
    messageFilter: async (context: Filter) =>
      scopeHistory(baton, (await own.messageFilter?.(context)) ?? context.messages, thereOf(context))
        .messages,
    onDelegationComplete: async (context: Complete): Promise<CompleteResult> => {
      const decided: CompleteResult = (await own.onDelegationComplete?.(context)) ?? {};
      const answer = decided.resultText ?? context.result.text;
      if (answer === "") return decided;
      const back = { fromAgentId: context.primitiveId, agentId: context.parentAgentId };
      return { ...decided, resultText: String(compiler.scopeAnswer(back, answer)) };
    },
  };
  return { ...options, delegation };
}

function thereOf({ parentAgentId, primitiveId }: Delegation) {
  return { fromAgentId: parentAgentId, agentId: primitiveId };
}

/** Returns a text of a scoped input; a space if it did not pass, because Mastra would use its own for an empty one. */
function textIn(input: unknown, key: string): string {
  const value: unknown = typeof input === "object" && input !== null ? Reflect.get(input, key) : input;
  return typeof value === "string" && value !== "" ? value : " ";
}
