import { formatDate, formatDay } from "@baton/ui/format/time";
import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { CalendarRange } from "lucide-react";
import { daysOfRange } from "@/search/range";

/** Opens the choice of two days, and shows the chosen ones. */
export function CustomPeriodButton({ range, ...props }: ButtonProps & { range: string }) {
  const days = daysOfRange(range);
  return (
    <Button {...props}>
      <CalendarRange className="size-3.5" aria-hidden />
      {days
        ? `${formatDay(new Date(days.first), "UTC")} to ${formatDate(new Date(days.last), "UTC")}`
        : "Custom"}
    </Button>
  );
}
