import type { ViolatedField, Violation } from "@baton/server/lineage";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { fieldAddress } from "@/features/sessions/lineage/addresses";
import type { RouterOutputs } from "@/server/root";
import { isGoverned } from "./handoff-kinds";
import { isObserved } from "./observed";
import { OutcomeBadge } from "./outcomes";

type Handoff = RouterOutputs["handoffs"]["get"]["handoff"];
type Address = { workspace: string; session: string };

interface ViolationPanelProps {
  handoff: Handoff;
  /** True if the policy version that the handoff names is known. */
  isPolicyKnown: boolean;
  address: Address;
}

/**
 * Wording by state: in observe mode everything passed, and the record shows what enforcing would have passed.
 */
const WORDS = {
  enforced: { passed: "passed", Passed: "Passed", withheld: "did not pass", recorded: "Actual" },
  observed: {
    passed: "would have passed",
    Passed: "Would have passed",
    withheld: "would not pass",
    recorded: "As recorded",
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

/** Compares what passed with the policy live at that moment, and lists the differences. */
export function ViolationPanel({ handoff, isPolicyKnown, address }: ViolationPanelProps) {
  if (!isGoverned(handoff.kind)) return null;
  const { violation } = handoff;
  const wasObserved = isObserved(handoff);
  const words = WORDS[wasObserved ? "observed" : "enforced"];
  return (
    <Panel aria-label="Enforcement">
      <PanelHead title="Enforcement" note={`compared with the policy at the time`} />
      {wasObserved && <PanelBody className="text-text-2">Observe mode: the full context passed.</PanelBody>}
      {violation ? (
        <Differences violation={violation} words={words} address={address} />
      ) : (
        <PanelBody>
          {handoff.enforcement === "followed" ? (
            <Finding tone="ok">Every field matches the policy live at the time.</Finding>
          ) : (
            <p className="text-text-2">{whyUnknown(handoff, isPolicyKnown)}</p>
          )}
        </PanelBody>
      )}
    </Panel>
  );
}

function whyUnknown({ enforcement, policyVersion, scopingState }: Handoff, isPolicyKnown: boolean): string {
  if (policyVersion === null) return "Unknown: the event does not name the live policy version.";
  if (enforcement === null) {
    return isPolicyKnown
      ? "Checking against the policy (about a minute)."
      : "Unknown policy version. Baton checks the handoff when an orchestrator reports it.";
  }
  if (scopingState === "denied_error" || scopingState === "fallback_minus_blocked")
    return "Unknown: scoping failed, and no rule applies to the fallback context.";
  return "Unknown: the event does not list all fields of the context.";
}

interface DifferencesProps {
  violation: Violation;
  words: Words;
  address: Address;
}

function Differences({ violation, words, address }: DifferencesProps) {
  const { rule, mode, isOnlyObserved, letThrough, withheld, unlisted } = violation;
  const facts = [
    ...(rule
      ? [
          {
            label: "Rule",
            value: `${rule.actual ?? "none"}; the policy requires ${rule.expected ?? "none"}`,
          },
        ]
      : []),
    ...(mode ? [{ label: "Mode", value: `${mode.actual}; the policy requires ${mode.expected}` }] : []),
    ...(isOnlyObserved ? [{ label: "Switch", value: "observe; the policy requires enforce" }] : []),
  ];
  const passed = letThrough.length > 0;
  return (
    <>
      <PanelBody className="flex flex-col gap-3">
        <Finding
          tone="danger"
          title={
            passed ? `${words.Passed} against the rules at the time` : "Did not follow the rules at the time"
          }
        >
          {passed
            ? "The orchestrator does not enforce this policy version. Check its version of @baton/core, and any other code that changes the context."
            : null}
        </Finding>
        {facts.length > 0 && <KeyValues items={facts} />}
      </PanelBody>
      {letThrough.length + withheld.length > 0 && (
        <DataTable
          caption="Fields whose outcome violates the rules"
          columns={columnsOf(address, words)}
          rows={[...letThrough, ...withheld]}
          keyOf={({ path }) => path}
          isCompact
          maxHeight={320}
        />
      )}
      {unlisted > 0 && <PanelFoot>and {formatCount(unlisted)} more fields</PanelFoot>}
    </>
  );
}

function columnsOf(address: Address, words: Words): Column<ViolatedField>[] {
  return [
    {
      id: "field",
      header: "Field",
      cell: ({ path }) => (
        <TextLink href={fieldAddress(address, path)}>
          <Name isCode isWhole>
            {path}
          </Name>
        </TextLink>
      ),
    },
    {
      id: "expected",
      header: "Expected",
      cell: ({ expected }) => <OutcomeBadge outcome={expected ?? "passed"} />,
    },
    {
      id: "actual",
      header: words.recorded,
      isSecondary: true,
      cell: ({ actual, after }) =>
        actual === null && after === 0 ? words.withheld : <OutcomeBadge outcome={actual ?? "passed"} />,
    },
    { id: "tokens", header: "Tokens", isNumeric: true, cell: ({ tokens }) => formatCount(tokens) },
  ];
}
