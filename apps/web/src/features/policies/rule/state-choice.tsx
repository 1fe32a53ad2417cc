import { RULE_STATES, type RuleState } from "@baton/core/policy";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";

const LABELS: Record<RuleState, string> = { enforce: "Enforce", observe: "Observe" };

const MEANINGS: Record<RuleState, string> = {
  enforce: "The rule decides what passes.",
  observe: "The rule changes nothing. Each handoff records what it would change.",
};

export type StateChoiceProps = {
  state: RuleState;
  /** Receives undefined for the default, which documents leave out. */
  onStateChange: (state: RuleState | undefined) => void;
};

/** Chooses if a rule is enforced or only observes. */
export function StateChoice({ state, onStateChange }: StateChoiceProps) {
  return (
    <div>
      <p className="mb-[5px] font-medium text-sm text-text-2">State</p>
      <SegmentedControl
        label="State"
        className="w-full [&>*]:flex-1"
        options={RULE_STATES.map((value) => ({ value, label: LABELS[value] }))}
        value={state}
        onValueChange={(chosen) => onStateChange(chosen === "observe" ? chosen : undefined)}
      />
      <p className="mt-1.5 text-sm text-text-2">{MEANINGS[state]}</p>
    </div>
  );
}
