"use client";

import { Checkbox } from "@baton/ui/primitives/checkbox";
import { useId } from "react";
import type { Channel } from "./channels-panel";

export type ChannelChoiceProps = {
  channels: readonly Channel[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  /** Text without any channel. */
  none: string;
};

/** Chooses the channels that a message goes to. */
export function ChannelChoice({ channels, chosen, onChange, none }: ChannelChoiceProps) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-[5px] font-medium text-sm text-text-2">Send to</legend>
      {channels.length === 0 && <p className="text-text-2">{none}</p>}
      {channels.map(({ channelId, target, isActive }) => (
        <div key={channelId} className="flex items-start gap-2">
          <Checkbox
            id={`${id}-${channelId}`}
            className="mt-0.5"
            checked={chosen.includes(channelId)}
            onCheckedChange={(isChecked) =>
              onChange(
                isChecked === true ? [...chosen, channelId] : chosen.filter((each) => each !== channelId),
              )
            }
          />
          <label htmlFor={`${id}-${channelId}`} className="min-w-0 [overflow-wrap:anywhere]">
            {target} {!isActive && <span className="text-text-3">(off)</span>}
          </label>
        </div>
      ))}
    </fieldset>
  );
}
