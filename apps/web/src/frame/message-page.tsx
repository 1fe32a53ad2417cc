import { Brand } from "@baton/ui/layout/brand";
import { Panel } from "@baton/ui/layout/panel";
import type { ReactNode } from "react";

/** Shows a page with only a message, outside any workspace. */
export function MessagePage({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-[480px] flex-col justify-center gap-4 p-4">
      <Brand />
      <Panel aria-label="Message" className="p-4">
        {children}
      </Panel>
    </main>
  );
}
