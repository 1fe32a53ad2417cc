"use client";

import { AnchorProvider } from "@baton/ui/primitives/anchor";
import { DefinitionsProvider, type Definitions as Terms } from "@baton/ui/primitives/term";
import { ToastProvider } from "@baton/ui/primitives/toast";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useState } from "react";
import { TRPCProvider } from "@/trpc/client";
import { AppLink } from "./app-link";
import { type Commands, CommandsProvider } from "./commands";

interface ProvidersProps {
  /** Allows the one inline script that sets the theme before the first paint. */
  nonce: string | undefined;
  commands: Commands;
  children: ReactNode;
}

/** Provides the context of every page. */
export function Providers({ nonce, commands, children }: ProvidersProps) {
  return (
    <ThemeProvider attribute="data-theme" disableTransitionOnChange nonce={nonce} enableColorScheme={false}>
      <NuqsAdapter>
        <TRPCProvider>
          <AnchorProvider component={AppLink}>
            <CommandsProvider commands={commands}>
              <Definitions>
                <ToastProvider>{children}</ToastProvider>
              </Definitions>
            </CommandsProvider>
          </AnchorProvider>
        </TRPCProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}

const NO_TERMS: Terms = new Map();

/** Provides the definitions of terms, which load after the page. */
function Definitions({ children }: { children: ReactNode }) {
  const [terms, setTerms] = useState(NO_TERMS);
  useEffect(() => {
    import("./glossary").then(
      ({ DEFINITIONS }) => setTerms(DEFINITIONS),
      () => {},
    );
  }, []);
  return <DefinitionsProvider terms={terms}>{children}</DefinitionsProvider>;
}
