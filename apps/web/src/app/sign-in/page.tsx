import { hasPassword } from "@baton/db";
import { TextLink } from "@baton/ui/primitives/text-link";
import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { AccountFrame } from "@/features/account/account-frame";
import { ownAddress } from "@/features/account/own-address";
import { SignInForm } from "@/features/account/sign-in-form";
import { SingleSignOnButton } from "@/features/account/single-sign-on-button";
import { BatonCommand } from "@/frame/commands";
import { singleSignOn } from "@/server/auth";
import { requestContext } from "@/server/open-page";

const loadSearchParams = createLoader({ next: parseAsString, error: parseAsString });

export const metadata: Metadata = { title: "Sign in" };

/** Error codes of single sign-on, as the library names them. */
const SSO_ERRORS = new Map([
  ["account_not_linked", "An account with this email exists. Sign in with its password."],
]);

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next: wanted, error } = await loadSearchParams(searchParams);
  const next = ownAddress(wanted);
  const { db } = await requestContext();
  const provider = singleSignOn();
  return (
    <AccountFrame title="Sign in">
      {error !== null && (
        <p role="alert" className="text-danger">
          {SSO_ERRORS.get(error) ?? "Single sign-on failed. Try again, or use your password."}
        </p>
      )}
      {provider && <SingleSignOnButton name={provider.name} />}
      {(await hasPassword(db)) ? (
        <>
          <SignInForm next={next} />
          <TextLink href="/forgot-password">Forgot password</TextLink>
        </>
      ) : (
        <p>
          No account has a password yet. Sign in with the link that Baton printed at its start, or create a
          new one with <BatonCommand>admin sign-in-link</BatonCommand>.
        </p>
      )}
    </AccountFrame>
  );
}
