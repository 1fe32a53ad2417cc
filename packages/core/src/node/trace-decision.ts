import type { ContextHandoffEvent } from "../session/context-handoff";

/** Adds a decision to the user's own trace. */
export type TraceDecision = (event: ContextHandoffEvent) => void;

// A bundler must not look for an optional package.
const OPENTELEMETRY: string = "@opentelemetry/api";

/** Returns a function that adds each decision to the active span; without `@opentelemetry/api`, it does nothing. */
export async function loadTracing(): Promise<TraceDecision> {
  try {
    const { trace }: typeof import("@opentelemetry/api") = await import(
      /* @vite-ignore */ /* webpackIgnore: true */ OPENTELEMETRY
    );
    return (event) => trace.getActiveSpan()?.addEvent("baton.handoff", attributesOf(event));
  } catch {
    return () => {};
  }
}

function attributesOf(event: ContextHandoffEvent) {
  const { context_before_scoping: before, context_after_scoping: after } = event;
  return {
    "baton.from_agent": event.from_agent_id,
    "baton.to_agent": event.to_agent_id,
    "baton.rule": event.governance_rule_id ?? undefined,
    "baton.policy_version": event.policy_version ?? undefined,
    "baton.mode": event.handoff_mode,
    "baton.state": event.scoping_state ?? undefined,
    "baton.tokens_before": before.total_tokens,
    "baton.tokens_after": after.total_tokens,
    "baton.session": event.session_id ?? undefined,
  };
}
