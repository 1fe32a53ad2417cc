import type { Drift, DriftedField } from "@baton/server/lineage";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { fieldAddress } from "@/features/sessions/lineage/addresses";
import type { RouterOutputs } from "@/server/root";
import { isObserved } from "./observed";
import { OutcomeBadge } from "./outcomes";

type Handoff = RouterOutputs["handoffs"]["get"]["handoff"];
type Address = { workspace: string; session: string };

export interface DriftPanelProps {
  handoff: Handoff;
  /** Whether the version of the policy that the handoff names has been seen. */
  isPolicyKnown: boolean;
  address: Address;
}

/** How it is told: of what was only observed all passed, and what was recorded is what would have passed. */
const WORDS = {
  enforced: { passed: "passed", Passed: "Passed", withheld: "did not pass", recorded: "In fact" },
  observed: {
    passed: "would have passed",
    Passed: "Would have passed",
    withheld: "would not pass",
    recorded: "As recorded",
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

/** Whether what passed is what the rules of that time say, and where it is not. */
export function DriftPanel({ handoff, isPolicyKnown, address }: DriftPanelProps) {
  if (handoff.kind !== "context") return null;
  const { drift } = handoff;
  const wasObserved = isObserved(handoff);
  const words = WORDS[wasObserved ? "observed" : "enforced"];
  return (
    <Panel aria-label="Enforcement">
      <PanelHead title="Enforcement" note={`what ${words.passed}, against the policy of that time`} />
      {wasObserved && (
        <PanelBody className="text-text-2">
          Not enforced: the policy was only observed, and the whole context passed.
        </PanelBody>
      )}
      {drift ? (
        <Differences drift={drift} words={words} address={address} />
      ) : (
        <PanelBody>
          {handoff.enforcement === "followed" ? (
            <Finding tone="ok">
              What {words.passed} is what the rules of that version say, field by field.
            </Finding>
          ) : (
            <p className="text-text-2">{whyUnknown(handoff, isPolicyKnown)}</p>
          )}
        </PanelBody>
      )}
    </Panel>
  );
}

function whyUnknown({ enforcement, policyVersion, scopingState }: Handoff, isPolicyKnown: boolean): string {
  if (policyVersion === null)
    return "Unknown: the event does not say which version of the policy was in force.";
  if (enforcement === null) {
    return isPolicyKnown
      ? "It is being judged: this takes a minute or so."
      : "Unknown policy: Baton has never seen that version. It is judged as soon as it is seen.";
  }
  if (scopingState === "denied_error" || scopingState === "fallback_minus_blocked")
    return "Unknown: scoping failed, and no rule governs the context it fell back to.";
  return "Unknown: the event does not list all fields of the context.";
}

interface DifferencesProps {
  drift: Drift;
  words: Words;
  address: Address;
}

function Differences({ drift, words, address }: DifferencesProps) {
  const { rule, mode, isOnlyObserved, letThrough, withheld, unlisted } = drift;
  const facts = [
    ...(rule
      ? [
          {
            label: "Rule",
            value: `${rule.actual ?? "none"}, but ${rule.expected ?? "none"} applies by the policy`,
          },
        ]
      : []),
    ...(mode ? [{ label: "Mode", value: `${mode.actual}, but ${mode.expected} by the policy` }] : []),
    ...(isOnlyObserved
      ? [{ label: "Switch", value: "only observed, but the policy was to be enforced" }]
      : []),
  ];
  const passed = letThrough.length > 0;
  return (
    <>
      <PanelBody className="flex flex-col gap-3">
        <Finding
          tone="danger"
          title={
            passed
              ? `${words.Passed}, though the rules of that time say that it must not`
              : "Did not go by the rules of that time"
          }
        >
          {passed
            ? "Whatever runs there does not enforce this version of the policy. Look at the version of @baton/core, and at what else may change the context."
            : null}
        </Finding>
        {facts.length > 0 && <KeyValues items={facts} />}
      </PanelBody>
      {letThrough.length + withheld.length > 0 && (
        <DataTable
          caption="Fields whose outcome differs from what the rules say"
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

function columnsOf(address: Address, words: Words): Column<DriftedField>[] {
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
      header: "By the rules",
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
