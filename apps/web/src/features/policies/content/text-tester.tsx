"use client";

import {
  type CheckedText,
  checkText,
  compilePolicy,
  type Detectors,
  ENFORCED,
  loadDetectors,
  type Policy,
} from "@baton/core";
import type { ContentRule } from "@baton/core/policy";
import { formatCount } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { useMutation } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useTRPC } from "@/trpc/client";
import { AgentField, namedAgent } from "../rule/agent-field";

/** Text without an agent of its own: rules for any agent apply to it. */
const SOME_AGENT = "some agent";
/** Pause in typing before the server is asked, in milliseconds. */
const REST_MILLISECONDS = 300;

type TextTesterProps = {
  workspace: string;
  policy: Policy;
  agents: readonly string[];
  /** True if the user may send texts to the server, which finds secrets. */
  canAsk: boolean;
};

/** Applies the content rules of the draft to a pasted text: in this browser, or on the server if a rule needs it. */
export function TextTester({ workspace, policy, agents, canAsk }: TextTesterProps) {
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [text, setText] = useState("");
  const rules = policy.content_rules;
  const needsServer = canAsk && rules.some(({ detector }) => detector === "secret");
  const given = { from: namedAgent(from) ?? SOME_AGENT, to: namedAgent(to) ?? SOME_AGENT, text };
  const here = useCheckHere(needsServer ? null : { policy, ...given });
  const there = useCheckOnServer(needsServer ? { workspace, rules, ...given } : null);
  const checked = needsServer ? there : here;
  return (
    <Panel aria-label="Try a text">
      <PanelHead
        title="Try a text"
        note={needsServer ? "Baton’s server finds secrets and stores nothing" : "it stays in this browser"}
        hasLine
      />
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
        {!canAsk && rules.some(({ detector }) => detector === "secret") && (
          <p className="text-sm text-text-3">Rules for secrets are only tried for users who may edit.</p>
        )}
        {checked && <Result {...checked} />}
      </PanelBody>
    </Panel>
  );
}

type Given = { from: string; to: string; text: string };

/** Checks a text in this browser; null while it is empty or the detectors load. */
function useCheckHere(given: (Given & { policy: Policy }) | null): CheckedText | null {
  const [detectors, setDetectors] = useState<Detectors | null>(null);
  const policy = given?.policy ?? null;
  const text = useDeferredValue(given?.text ?? "");
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
      policy &&
      compilePolicy(
        { policy: withoutSecrets(policy), version: "", switch: ENFORCED, section: {} },
        detectors,
      ),
    [policy, detectors],
  );
  return given && compiled && text !== "" ? checkText(compiled, { ...given, text }) : null;
}

/** Checks a text on the server, after a pause in typing; null before its first answer. */
function useCheckOnServer(
  given: (Given & { workspace: string; rules: readonly ContentRule[] }) | null,
): CheckedText | null {
  const { mutateAsync } = useMutation(useTRPC().policies.content.check.mutationOptions());
  const [answer, setAnswer] = useState<CheckedText | null>(null);
  const request = given && given.text !== "" ? JSON.stringify(given) : null;
  useEffect(() => {
    if (request === null) return setAnswer(null);
    let isWanted = true;
    const timer = setTimeout(async () => {
      try {
        const checked = await mutateAsync(JSON.parse(request));
        if (isWanted) setAnswer(checked);
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        if (isWanted) setAnswer({ text: "", findings: [], isBlocked: false, failure });
      }
    }, REST_MILLISECONDS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [request, mutateAsync]);
  return answer;
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
