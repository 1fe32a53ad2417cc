import { hasPassword } from "@baton/db";
import { TextLink } from "@baton/ui/primitives/text-link";
import type { Metadata } from "next";
import { AccountFrame } from "@/account/account-frame";
import { ownAddress } from "@/account/own-address";
import { SignInForm } from "@/account/sign-in-form";
import { requestContext } from "@/server/open-page";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = ownAddress((await searchParams).next);
  const { db } = await requestContext();
  return (
    <AccountFrame title="Sign in">
      {(await hasPassword(db)) ? (
        <>
          <SignInForm next={next} />
          <TextLink href="/forgot-password">Forgotten password</TextLink>
        </>
      ) : (
        <p>
          Nobody has chosen a password yet. Open the link that <code>npm start</code> printed; a fresh one is
          made by <code>npx baton admin sign-in-link</code>.
        </p>
      )}
    </AccountFrame>
  );
}
