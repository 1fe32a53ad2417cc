import type { HandoffKind } from "@baton/core/session";

/** An image of a message or result. */
export interface ShownImage {
  /** As written, such as `image/png`. */
  mediaType: string;
  /** Null if the line does not have the image itself. */
  bytes: number | null;
  /** True if browsers can show it, and it runs no scripts. */
  canShow: boolean;
}

/** A text as shown first, with the images of its message or result. */
export interface ShownText {
  text: string;
  /** Characters that are left out at the end. */
  hidden: number;
  /** Identifies the whole text and its images, see `placeKey`. */
  key: string;
  images?: readonly ShownImage[];
}

/** The result of a call. */
interface CallResult {
  output: ShownText;
  isError: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

interface Placed {
  /** Identifies the item, and links to it. */
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The client's own ID of the agent; null for the agent of the session. */
  agentId: string | null;
  agent: string;
}

/** Tokens of a model call, at the last item of its line. */
export interface ItemUsage {
  model: string | null;
  inputTokens: number;
  outputTokens: number;
}

/** An entry of a conversation. */
export type ConversationItem = Placed &
  (
    | { kind: "message"; speaker: "user" | "agent"; text: ShownText; usage?: ItemUsage }
    | { kind: "context"; text: ShownText }
    | { kind: "error"; text: ShownText }
    | { kind: "reasoning"; text: ShownText; usage?: ItemUsage }
    | {
        kind: "call";
        callId: string | null;
        tool: string;
        /** The input in a few words. */
        title: string;
        input: ShownText;
        result: CallResult | null;
        usage?: ItemUsage;
      }
    /** A result whose call is not among the items. */
    | ({ kind: "result"; callId: string | null } & Omit<CallResult, "at">)
    | {
        kind: "handoff";
        eventId: string;
        handoffKind: HandoffKind;
        fromAgent: string;
        toAgent: string;
        beforeTokens: number | null;
        afterTokens: number | null;
        blockedCount: number;
        leakCount: number;
        isViolation: boolean;
        /** Place of the started agent's messages: its own session, or its ID in this one; null if unknown. */
        started: { sessionId: string } | { agentId: string } | null;
      }
    | {
        kind: "compaction";
        eventId: string;
        trigger: string | null;
        beforeTokens: number | null;
        afterTokens: number | null;
      }
  );

/** An entry of one kind. */
export type ItemOf<Kind extends ConversationItem["kind"]> = Extract<ConversationItem, { kind: Kind }>;

/** Items to show: all; what was said, handoffs and compactions; or errors. */
export const CONVERSATION_FILTERS = ["all", "messages", "errors"] as const;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];
