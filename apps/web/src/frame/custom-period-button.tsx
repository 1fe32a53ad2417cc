import { formatDate, formatDay } from "@baton/ui/format/time";
import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { CalendarRange } from "lucide-react";
import { type CalendarPart, daysOfRange, findCalendarRange } from "@/search/range";

export const CALENDAR_LABELS: Record<CalendarPart, string> = {
  month: "This month",
  "last-month": "Last month",
  quarter: "This quarter",
  year: "This year",
};

/** Opens the choice of two days or a part of the calendar, and shows the chosen ones. */
export function CustomPeriodButton({ range, ...props }: ButtonProps & { range: string }) {
  const days = daysOfRange(range);
  const calendar = findCalendarRange(range);
  return (
    <Button {...props}>
      <CalendarRange className="size-3.5" aria-hidden />
      {days
        ? `${formatDay(new Date(days.first), "UTC")} to ${formatDate(new Date(days.last), "UTC")}`
        : calendar
          ? CALENDAR_LABELS[calendar]
          : "Custom"}
    </Button>
  );
}
