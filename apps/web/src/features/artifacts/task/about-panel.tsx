import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { TextLink } from "@baton/ui/primitives/text-link";
import { SubjectLink } from "@/features/traffic/subject-link";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

/** Shows the task's identity, due date, and handoff. */
export function AboutPanel({
  workspace,
  attempt,
}: {
  workspace: string;
  attempt: RouterOutputs["tasks"]["get"]["attempt"];
}) {
  const timeZone = useTimeZone();
  const { taskId, deadline, deadlineAt, sessionId, workflowId, lastEventAt } = attempt;
  return (
    <Panel aria-label="Details">
      <PanelHead title="Details" />
      <PanelBody>
        <KeyValues
          labelWidth={92}
          items={[
            { label: "Task", value: <code>{taskId ?? "no id"}</code> },
            ...(deadline === null
              ? []
              : [{ label: "Due", value: deadlineAt ? formatDateTime(deadlineAt, timeZone) : deadline }]),
            ...(sessionId === null
              ? []
              : [
                  {
                    label: "Session",
                    value: (
                      <TextLink href={addressOf(workspace, "sessions", sessionId)}>{sessionId}</TextLink>
                    ),
                  },
                ]),
            ...(workflowId === null
              ? []
              : [{ label: "Workflow", value: <SubjectLink kind="workflows" name={workflowId} /> }]),
            { label: "Last step", value: formatDateTime(lastEventAt, timeZone) },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
