import type { ReactNode } from "react";

export type AppShellProps = {
  /** The Sidebar, hidden on a small screen. */
  sidebar: ReactNode;
  /** Element that opens the sidebar on a small screen; starts with a MenuButton. */
  menu: ReactNode;
  /** Breadcrumbs at the left of the head. */
  breadcrumbs: ReactNode;
  /** Tools at the right of the head: jump, theme. */
  tools?: ReactNode;
  /** Important message at the top of every page ("This is sample data"). */
  banner?: ReactNode;
  /** Content of the page. */
  children: ReactNode;
};

/** The frame of every page: sidebar 208 px, head 48 px, content up to 1480 px. */
export function AppShell({ sidebar, menu, breadcrumbs, tools, banner, children }: AppShellProps) {
  return (
    <div className="grid min-h-full grid-cols-[208px_minmax(0,1fr)] max-md:block print:block">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 h-dvh overflow-y-auto border-line border-r bg-bg max-md:hidden print:hidden">
        {sidebar}
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col bg-bg print:block print:bg-transparent">
        <header className="sticky top-0 z-30 flex h-12 flex-none items-center gap-3 border-line border-b bg-bg px-6 max-md:px-4 print:hidden">
          {menu}
          <div className="min-w-0 flex-1">{breadcrumbs}</div>
          {tools && <div className="flex flex-none items-center gap-2">{tools}</div>}
        </header>
        {banner && <div className="print:hidden">{banner}</div>}
        <main
          id="content"
          tabIndex={-1}
          className="flex w-full max-w-[1480px] flex-[1_0_auto] flex-col gap-4 px-6 pt-5 pb-10 outline-none max-md:px-4 max-md:pt-4 max-md:pb-8 print:block print:max-w-none print:p-0"
        >
          {children}
        </main>
      </div>
    </div>
  );
}
