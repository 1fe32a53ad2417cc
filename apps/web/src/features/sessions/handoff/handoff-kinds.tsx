import type { HandoffKind } from "@baton/core/session";
import { Badge } from "@baton/ui/primitives/badge";
import {
  ArrowRightLeft,
  CornerDownLeft,
  FastForward,
  FileText,
  MessageSquare,
  Waypoints,
  Workflow,
} from "lucide-react";
import type { ReactNode } from "react";

/** Word and icon of each kind of handoff. */
export const KIND_LOOKS: Record<HandoffKind, { word: string; icon: ReactNode }> = {
  context: { word: "context", icon: <FileText aria-hidden /> },
  delegation: { word: "subagent call", icon: <Workflow aria-hidden /> },
  return: { word: "return", icon: <CornerDownLeft aria-hidden /> },
  message: { word: "message", icon: <MessageSquare aria-hidden /> },
  transfer: { word: "transfer", icon: <ArrowRightLeft aria-hidden /> },
  succession: { word: "succession", icon: <FastForward aria-hidden /> },
  span: { word: "span", icon: <Waypoints aria-hidden /> },
};

/** Shows the kind of a handoff as an icon and a word. */
export function KindBadge({ kind }: { kind: HandoffKind }) {
  const { word, icon } = KIND_LOOKS[kind];
  return <Badge icon={icon}>{word}</Badge>;
}
