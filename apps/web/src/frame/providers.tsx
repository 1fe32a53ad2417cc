"use client";

import { AnchorProvider } from "@baton/ui/primitives/anchor";
import { ToastProvider } from "@baton/ui/primitives/toast";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { TRPCProvider } from "@/trpc/client";
import { AppLink } from "./app-link";

/**
 * Provides the context of every page. `nonce` allows the one inline script
 * that sets the theme before the first paint.
 */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider attribute="data-theme" disableTransitionOnChange nonce={nonce}>
      <NuqsAdapter>
        <TRPCProvider>
          <AnchorProvider component={AppLink}>
            <ToastProvider>{children}</ToastProvider>
          </AnchorProvider>
        </TRPCProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
