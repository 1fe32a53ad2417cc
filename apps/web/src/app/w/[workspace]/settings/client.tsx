"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useQuery } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { QueryError } from "@/frame/query-error";
import { THEMES } from "@/frame/themes";
import { useTimeZone } from "@/frame/time-zone";
import { useIsMounted } from "@/frame/use-is-mounted";
import { TimeZoneForm } from "@/settings/time-zone-form";
import { useTRPC } from "@/trpc/client";

/** What this browser is shown, and what is known of the workspace. */
export function Settings({ workspace }: { workspace: string }) {
  return (
    <>
      <PageHead title="Settings" />
      <div className="grid max-w-[860px] items-start gap-4 md:grid-cols-2">
        <Panel aria-label="This browser">
          <PanelHead title="This browser" note="not shared with others" />
          <PanelBody className="flex flex-col gap-4">
            <ThemeChoice />
            <TimeZoneForm />
          </PanelBody>
        </Panel>
        <WorkspacePanel workspace={workspace} />
      </div>
    </>
  );
}

function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  const isMounted = useIsMounted();
  return (
    <div>
      <h3 className="mb-[5px] font-medium text-sm text-text-2">Theme</h3>
      <SegmentedControl
        label="Theme"
        options={THEMES}
        value={THEMES.find(({ value }) => isMounted && value === theme)?.value ?? null}
        onValueChange={setTheme}
      />
    </div>
  );
}

function WorkspacePanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().workspaces.get.queryOptions({ workspace }));
  return (
    <Panel aria-label="Workspace">
      <PanelHead title="Workspace" />
      <PanelBody>
        {query.data ? (
          <KeyValues
            items={[
              { label: "Name", value: query.data.name },
              { label: "Id", value: <code>{query.data.workspaceId}</code> },
              { label: "Created", value: formatDateTime(query.data.createdAt, timeZone) },
              { label: "You are", value: `${query.data.user.name}: ${query.data.roles.join(", ")}` },
              ...(query.data.isSample
                ? [{ label: "Sample data", value: <code>npx baton demo --remove</code> }]
                : []),
            ]}
          />
        ) : (
          query.isError && <QueryError title="The workspace could not be loaded" query={query} />
        )}
      </PanelBody>
    </Panel>
  );
}
