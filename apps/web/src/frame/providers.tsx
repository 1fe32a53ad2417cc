"use client";

import { AnchorProvider } from "@baton/ui/primitives/anchor";
import { ToastProvider } from "@baton/ui/primitives/toast";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { TRPCProvider } from "@/trpc/client";
import { AppLink } from "./app-link";
import { CommandsProvider } from "./commands";

interface ProvidersProps {
  /** Allows the one inline script that sets the theme before the first paint. */
  nonce: string | undefined;
  /** How people start Baton. */
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
              <ToastProvider>{children}</ToastProvider>
            </CommandsProvider>
          </AnchorProvider>
        </TRPCProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
