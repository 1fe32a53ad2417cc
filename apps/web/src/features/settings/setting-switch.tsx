import { Switch } from "@baton/ui/primitives/switch";
import { type ReactNode, useId } from "react";

type SettingSwitchProps = {
  label: string;
  isOn: boolean;
  /** Meaning of the current state. */
  children: ReactNode;
  /** Users who may change it, such as "a workspace owner"; null if this user may. */
  reservedFor: string | null;
  isSaving: boolean;
  onChange: (isOn: boolean) => void;
};

/** Turns a setting of the workspace on or off, and explains its state. */
export function SettingSwitch({
  label,
  isOn,
  children,
  reservedFor,
  isSaving,
  onChange,
}: SettingSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Switch
        id={id}
        className="mt-0.5"
        checked={isOn}
        disabled={reservedFor !== null || isSaving}
        onCheckedChange={onChange}
      />
      <label htmlFor={id}>
        <span className="font-medium">
          {label}: {isOn ? "yes" : "no"}
        </span>
        <span className="block text-text-2">{children}</span>
        {reservedFor !== null && (
          <span className="block text-text-3">Only {reservedFor} can change this.</span>
        )}
      </label>
    </div>
  );
}
