import "./globals.css";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { env } from "@/env";
import { Providers } from "@/frame/providers";
import { commandsOf } from "@/server/commands-of";

export const metadata: Metadata = {
  title: { default: "Baton", template: "%s · Baton" },
  description: "Governance and audit of what one AI agent hands to the next",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <noscript>
          <p className="border-warn-line border-b bg-warn-soft px-4 py-2 text-center">
            Baton needs JavaScript. Turn it on for this site, then reload the page.
          </p>
        </noscript>
        <Providers nonce={nonce} commands={commandsOf(env())}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
