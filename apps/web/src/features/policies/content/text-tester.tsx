"use client";

import { checkText, compilePolicy, type Detectors, ENFORCED, loadDetectors, type Policy } from "@baton/core";
import { formatCount } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { AgentField } from "../rule/agent-field";

/** Text without an agent of its own: rules for any agent apply to it. */
const SOME_AGENT = "some agent";

/** Applies the content rules of the draft to a pasted text, in this browser. */
export function TextTester({ policy, agents }: { policy: Policy; agents: readonly string[] }) {
  const [detectors, setDetectors] = useState<Detectors | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [text, setText] = useState("");
  const shown = useDeferredValue(text);
  useEffect(() => {
    let isWanted = true;
    void loadDetectors().then((loaded) => isWanted && setDetectors(loaded));
    return () => {
      isWanted = false;
    };
  }, []);
  const compiled = useMemo(
    () =>
      detectors &&
      compilePolicy(
        { policy: withoutSecrets(policy), version: "", switch: ENFORCED, section: {} },
        detectors,
      ),
    [policy, detectors],
  );
  const checked =
    compiled && shown !== ""
      ? checkText(compiled, { from: from ?? SOME_AGENT, to: to ?? SOME_AGENT, text: shown })
      : null;
  return (
    <Panel aria-label="Try a text">
      <PanelHead title="Try a text" note="it stays in this browser" hasLine />
      <PanelBody className="flex flex-col gap-3 pt-3.5">
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <AgentField label="From" agent={from} agents={agents} onAgentChange={setFrom} />
          <AgentField label="To" agent={to} agents={agents} onAgentChange={setTo} />
        </div>
        <Field label="Text">
          <Textarea
            rows={5}
            spellCheck={false}
            className="font-mono text-sm"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        {policy.content_rules.some(({ detector }) => detector === "secret") && (
          <p className="text-sm text-text-3">
            Rules for secrets are not tried here, because their patterns need Node. Use{" "}
            <code>baton text check</code>.
          </p>
        )}
        {checked && <Result {...checked} />}
      </PanelBody>
    </Panel>
  );
}

function withoutSecrets(policy: Policy): Policy {
  return { ...policy, content_rules: policy.content_rules.filter(({ detector }) => detector !== "secret") };
}

function Result({ text, findings, isBlocked, failure }: ReturnType<typeof checkText>) {
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {failure !== null && (
        <Finding tone="danger" title="A rule could not be applied">
          The text is withheld: {failure}.
        </Finding>
      )}
      {findings.length === 0 && failure === null && <p>No rule finds anything. The text passes unchanged.</p>}
      {findings.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Found">
          {findings.map(({ rule_id, action, count }) => (
            <li key={rule_id}>
              <Badge tone={action === "block" ? "danger" : action === "redact" ? "warn" : "muted"}>
                {rule_id}: {formatCount(count)} found, {action}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {isBlocked ? (
        <p className="font-medium text-danger">The handoff is refused.</p>
      ) : (
        <Field label="The receiver gets">
          <output className="wrap-anywhere block max-h-80 overflow-auto whitespace-pre-wrap rounded-md bg-surface-2 p-3 font-mono text-sm">
            <Redactions text={text} />
          </output>
        </Field>
      )}
    </div>
  );
}

const REDACTED = /(\[(?:redacted: [\w.-]+|withheld: content rules failed)\])/;

/** Highlights what was replaced. */
function Redactions({ text }: { text: string }) {
  return text.split(REDACTED).map((part, index) =>
    // Every second part is a replacement; equal parts can repeat.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}
