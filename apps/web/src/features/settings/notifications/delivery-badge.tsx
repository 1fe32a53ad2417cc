import type { NotificationDelivery } from "@baton/db";
import { Badge } from "@baton/ui/primitives/badge";
import { Check, Clock, RotateCw, X } from "lucide-react";
import { describeDelivery } from "./delivery-words";

const ICONS = {
  ok: <Check aria-hidden />,
  neutral: <Clock aria-hidden />,
  warn: <RotateCw aria-hidden />,
  danger: <X aria-hidden />,
};

/** Shows the state of a delivery as an icon and a word. */
export function DeliveryBadge({ delivery }: { delivery: NotificationDelivery }) {
  const { tone, word } = describeDelivery(delivery);
  return (
    <Badge tone={tone} icon={ICONS[tone]}>
      {word}
    </Badge>
  );
}
