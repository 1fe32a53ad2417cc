"use client";

import { AnchorProvider } from "@baton/ui/primitives/anchor";
import { DefinitionsProvider } from "@baton/ui/primitives/term";
import { ToastProvider } from "@baton/ui/primitives/toast";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { TRPCProvider } from "@/trpc/client";
import { AppLink } from "./app-link";
import { CommandsProvider } from "./commands";
import { DEFINITIONS } from "./glossary";

interface ProvidersProps {
  /** Allows the one inline script that sets the theme before the first paint. */
  nonce: string | undefined;
  /** The command that starts Baton; null if another program does. */
  startCommand: string | null;
  children: ReactNode;
}

/** Provides the context of every page. */
export function Providers({ nonce, startCommand, children }: ProvidersProps) {
  return (
    <ThemeProvider attribute="data-theme" disableTransitionOnChange nonce={nonce}>
      <NuqsAdapter>
        <TRPCProvider>
          <AnchorProvider component={AppLink}>
            <CommandsProvider start={startCommand}>
              <DefinitionsProvider terms={DEFINITIONS}>
                <ToastProvider>{children}</ToastProvider>
              </DefinitionsProvider>
            </CommandsProvider>
          </AnchorProvider>
        </TRPCProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
