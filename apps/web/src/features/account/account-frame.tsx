import { Brand } from "@baton/ui/layout/brand";
import { Panel } from "@baton/ui/layout/panel";
import type { ReactNode } from "react";

/** Shows a page with one small form, outside any workspace. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-[400px] flex-col justify-center gap-4 p-4">
      <Brand />
      <Panel aria-label={title} className="flex flex-col gap-4 p-4">
        <h1>{title}</h1>
        {children}
      </Panel>
    </main>
  );
}
