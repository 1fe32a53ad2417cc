"use client";

import { Dialog, DialogContent } from "@baton/ui/primitives/dialog";
import { Kbd } from "@baton/ui/primitives/kbd";
import { Switch } from "@baton/ui/primitives/switch";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { PAGES } from "./pages";
import { PAGE_SHORTCUTS, SHORTCUTS } from "./shortcuts";

type ShortcutListProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  areKeysOn: boolean;
  onKeysChange: (areOn: boolean) => void;
};

/**
 * Lists the keyboard shortcuts. Single keys can be switched off, since voice or switch input can type them by
 * accident.
 */
export function ShortcutList({ isOpen, onOpenChange, areKeysOn, onKeysChange }: ShortcutListProps) {
  const switchId = useId();
  const pathname = usePathname();
  const segment = PAGES.find((page) => page.segment === pathname.split("/")[3])?.segment;
  const own = segment && PAGE_SHORTCUTS[segment];
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title="Shortcuts">
        {own && (
          <>
            <h3 className="mb-2">On this page</h3>
            <Keys shortcuts={own} />
            <h3 className="mt-4 mb-2">Everywhere</h3>
          </>
        )}
        <Keys shortcuts={SHORTCUTS} />
        <div className="mt-4 flex items-center gap-2 border-line border-t pt-3">
          <Switch id={switchId} checked={areKeysOn} onCheckedChange={onKeysChange} />
          <label htmlFor={switchId}>Keys without ⌘ or Ctrl are {areKeysOn ? "on" : "off"}</label>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Keys({ shortcuts }: { shortcuts: readonly { keys: readonly string[]; label: string }[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {shortcuts.map(({ keys, label }) => (
        <div key={label} className="flex items-center justify-between gap-3">
          <dt>{label}</dt>
          <dd className="flex gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
