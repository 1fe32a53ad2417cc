import type { HandoffKind } from "@baton/core/session";
import { Badge } from "@baton/ui/primitives/badge";
import {
  ArrowRightLeft,
  Brain,
  ClipboardList,
  CornerDownLeft,
  FastForward,
  FileText,
  MessageSquare,
  Package,
  Waypoints,
  Workflow,
} from "lucide-react";
import type { ReactNode } from "react";

interface KindLook {
  word: string;
  icon: ReactNode;
  /** Reason for a missing size or share. */
  missing: string;
}

/** Word and icon of each kind of handoff, and the reason for what it does not record. */
export const KIND_LOOKS: Record<HandoffKind, KindLook> = {
  context: { word: "context", icon: <FileText aria-hidden />, missing: "The event does not have this size." },
  manifest: {
    word: "manifest",
    icon: <Package aria-hidden />,
    missing: "The event has the size of the manifest. It does not have the size of the context it replaces.",
  },
  task: {
    word: "task",
    icon: <ClipboardList aria-hidden />,
    missing: "The event has the size of the task. It does not have the size of the sender’s context.",
  },
  delegation: {
    word: "subagent call",
    icon: <Workflow aria-hidden />,
    missing: "The transcript does not have this size. Delegations do not count as savings.",
  },
  return: {
    word: "return",
    icon: <CornerDownLeft aria-hidden />,
    missing: "The log does not have this size. Returns do not count as savings.",
  },
  message: {
    word: "message",
    icon: <MessageSquare aria-hidden />,
    missing: "The log has the message, not the sender’s context.",
  },
  transfer: {
    word: "transfer",
    icon: <ArrowRightLeft aria-hidden />,
    missing: "The log names both agents, not the context that passed.",
  },
  succession: {
    word: "succession",
    icon: <FastForward aria-hidden />,
    missing: "The log has the size of the document, not of the context before it.",
  },
  span: {
    word: "span",
    icon: <Waypoints aria-hidden />,
    missing: "The trace names both agents, not the context that passed.",
  },
  retrieval: {
    word: "memory",
    icon: <Brain aria-hidden />,
    missing: "The event does not have this size. Retrievals do not count as savings.",
  },
};

/** Returns true for the kinds that a policy decides field by field. */
export function isGoverned(kind: HandoffKind): boolean {
  return kind === "context" || kind === "retrieval";
}

/** Shows the kind of a handoff as an icon and a word. */
export function KindBadge({ kind }: { kind: HandoffKind }) {
  const { word, icon } = KIND_LOOKS[kind];
  return <Badge icon={icon}>{word}</Badge>;
}

/** Shows that a kind of handoff does not record a value, with the reason on hover. */
export function Unrecorded({ kind }: { kind: HandoffKind }) {
  const { missing } = KIND_LOOKS[kind];
  return (
    <span title={missing} className="cursor-help text-text-3">
      –<span className="sr-only"> {missing}</span>
    </span>
  );
}
