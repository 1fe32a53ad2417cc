import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import type { RouterOutputs } from "@/server/root";

interface RemovedPanelProps {
  removed: NonNullable<RouterOutputs["handoffs"]["get"]["removed"]>;
  /** True in observe mode: everything passed, and these fields would have been removed. */
  wasObserved: boolean;
}

/**
 * Lists the removed fields that an event without an outline names, which is all that is known of its fields.
 */
export function RemovedPanel({ removed: { first, count }, wasObserved }: RemovedPanelProps) {
  return (
    <Panel aria-label="Fields">
      <PanelHead
        title="Fields"
        note={`${formatCountOf(count, "field")} ${wasObserved ? "would have been removed" : "removed"}, according to the event`}
      />
      <PanelBody>
        <ul className="flex flex-col gap-1">
          {first.map((name) => (
            <li key={name}>
              <Name isCode isWhole>
                {name}
              </Name>
            </li>
          ))}
        </ul>
      </PanelBody>
      <PanelFoot>
        {count > first.length && `And ${formatCount(count - first.length)} more. `}
        The event has no outline, so sizes, reasons and passed fields are not known.
      </PanelFoot>
    </Panel>
  );
}
