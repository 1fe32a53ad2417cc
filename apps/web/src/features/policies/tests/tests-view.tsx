"use client";

import { PolicyTest } from "@baton/core/policy";
import { formatCountOf } from "@baton/ui/format/number";
import { ErrorState } from "@baton/ui/layout/error-state";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { TestResultsTable } from "./test-results-table";
import { useTestResults } from "./use-test-results";

/** A test to start from. */
const EXAMPLE = {
  from: "sender",
  to: "receiver",
  context: { prior_outputs: { sender: { summary: "text", internal_notes: "text" } } },
  expect: { absent: ["sender.internal_notes"], present: ["sender.summary"] },
};

/** Shows and edits the policy tests of the draft, and runs them while the draft changes. */
export function TestsView({ editor: { store, may } }: { editor: PolicyEditor }) {
  const { policy } = useDraftAtRest(store);
  const { results, failedCount, error } = useTestResults(policy);
  const [chosen, setChosen] = useState(0);
  const tests = policy.policy_tests;
  const position = Math.min(chosen, tests.length - 1);
  const open = tests[position];
  const set = (changed: readonly PolicyTest[]) =>
    store.dispatch({
      type: "change-settings",
      changes: { policy_tests: changed.length === 0 ? undefined : [...changed] },
    });
  const add = () => {
    set([...tests, PolicyTest.parse({ name: suggestName(tests), ...EXAMPLE })]);
    setChosen(tests.length);
  };
  return (
    <>
      <Panel aria-label="Policy tests">
        <PanelHead
          title="Policy tests"
          note={
            failedCount > 0
              ? `${failedCount} of ${formatCountOf(tests.length, "test")} fail`
              : formatCountOf(tests.length, "test")
          }
          actions={
            may.edit && (
              <Button size="sm" onClick={add}>
                <Plus className="size-3.5" aria-hidden />
                Add a test
              </Button>
            )
          }
        />
        {error !== null && (
          <PanelBody>
            <ErrorState title="The tests did not run">{error}</ErrorState>
          </PanelBody>
        )}
        <TestResultsTable
          tests={tests}
          results={results}
          onSelect={setChosen}
          selected={open ? position : null}
        />
        <PanelFoot>
          <p>
            Tests belong to the policy. <code>baton policy test FILE</code> runs them, too. Here, rules that
            find secrets do not apply.
          </p>
        </PanelFoot>
      </Panel>
      {open && (
        <TestForm
          key={`${position} ${open.name}`}
          test={open}
          otherNames={tests.toSpliced(position, 1).map(({ name }) => name)}
          onChange={may.edit ? (changed) => set(tests.with(position, changed)) : null}
          onDelete={() => set(tests.toSpliced(position, 1))}
        />
      )}
    </>
  );
}

function suggestName(tests: readonly PolicyTest[]): string {
  const known = new Set(tests.map(({ name }) => name));
  let number = tests.length + 1;
  while (known.has(`Test ${number}`)) number += 1;
  return `Test ${number}`;
}

type TestFormProps = {
  test: PolicyTest;
  otherNames: readonly string[];
  /** Null for users who may not edit the draft. */
  onChange: ((test: PolicyTest) => void) | null;
  onDelete: () => void;
};

/** Edits a test as JSON. Every valid text changes the draft at once. */
function TestForm({ test, otherNames, onChange, onDelete }: TestFormProps) {
  const [text, setText] = useState(() => JSON.stringify(test, null, 2));
  const [error, setError] = useState<string>();
  const type = (typed: string) => {
    setText(typed);
    const read = readTest(typed);
    const isRepeated = read.ok && otherNames.includes(read.test.name);
    setError(isRepeated ? "Another test has this name." : read.ok ? undefined : read.reason);
    // Another name would open another form, so it applies when the field loses the focus.
    if (read.ok && !isRepeated && read.test.name === test.name) onChange?.(read.test);
  };
  const finish = () => {
    const read = readTest(text);
    if (read.ok && !otherNames.includes(read.test.name) && read.test.name !== test.name)
      onChange?.(read.test);
  };
  return (
    <Panel aria-label={`Test ${test.name}`}>
      <PanelHead
        title={test.name}
        actions={
          onChange && (
            <Button size="sm" variant="ghost" onClick={onDelete}>
              Delete test
            </Button>
          )
        }
      />
      <PanelBody>
        <Field
          label="Test as JSON"
          help="A handoff (context, messages or text), and what it expects: absent, present, mode, refused."
          error={error}
        >
          <Textarea
            className="min-h-72 font-mono text-sm"
            spellCheck={false}
            readOnly={!onChange}
            value={text}
            onChange={({ target }) => type(target.value)}
            onBlur={finish}
          />
        </Field>
      </PanelBody>
    </Panel>
  );
}

function readTest(text: string): { ok: true; test: PolicyTest } | { ok: false; reason: string } {
  try {
    const parsed = PolicyTest.safeParse(JSON.parse(text));
    if (parsed.success) return { ok: true, test: parsed.data };
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".") ?? "";
    return { ok: false, reason: `${place === "" ? "The test" : place}: ${issue?.message ?? "is invalid"}` };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
