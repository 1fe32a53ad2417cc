"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useTheme } from "next-themes";
import { TimeZoneForm } from "@/features/settings/time-zone-form";
import { THEMES } from "@/frame/themes";
import { useIsMounted } from "@/frame/use-is-mounted";

/** Shows the display settings of this browser. */
export function Settings() {
  return (
    <>
      <PageHead title="Settings" />
      <Panel aria-label="Appearance" className="max-w-[520px]">
        <PanelHead title="Appearance" note="this browser only" />
        <PanelBody className="flex flex-col gap-4">
          <ThemeChoice />
          <TimeZoneForm />
        </PanelBody>
      </Panel>
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
