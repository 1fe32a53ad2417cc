"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { browserOf } from "./browser-of";
import { enter } from "./enter";
import { Form } from "./form";
import { NewPasswordField } from "./new-password-field";

/** Shows the signed-in user, their password, and their signed-in browsers. */
export function AccountPanels({ timeZone }: { timeZone: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.account.get.queryOptions());
  const signOut = useMutation(trpc.account.signOut.mutationOptions({ onSuccess: () => enter("/sign-in") }));
  const signOutEverywhere = useMutation(
    trpc.account.signOutEverywhere.mutationOptions({ onSuccess: () => enter("/sign-in") }),
  );
  const isClaimed = data.hasPassword || data.providers.length > 0;
  return (
    <>
      {isClaimed ? <ProfilePanel user={data.user} hasPassword={data.hasPassword} /> : <ClaimPanel />}
      {data.hasPassword && <PasswordPanel />}
      <Panel aria-label="Signed in">
        <PanelHead
          title="Signed in"
          actions={
            <>
              <Button size="sm" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
                Sign out
              </Button>
              <Button
                size="sm"
                disabled={signOutEverywhere.isPending}
                onClick={() => signOutEverywhere.mutate()}
              >
                Sign out everywhere
              </Button>
            </>
          }
        />
        <SignInTable signIns={data.signIns} timeZone={timeZone} />
      </Panel>
    </>
  );
}

type SignIn = {
  signInId: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: Date;
  isCurrent: boolean;
};

function SignInTable({ signIns, timeZone }: { signIns: readonly SignIn[]; timeZone: string }) {
  const refresh = useRefresh();
  const end = useMutation(useTRPC().account.endSignIn.mutationOptions({ onSettled: refresh }));
  return (
    <DataTable
      caption="Signed-in browsers"
      rows={signIns}
      keyOf={(each) => each.signInId}
      columns={[
        { id: "browser", header: "Browser", cell: (each) => browserOf(each.userAgent) },
        { id: "address", header: "Address", cell: (each) => each.ipAddress || "unknown", isSecondary: true },
        {
          id: "since",
          header: "Since",
          cell: (each) => formatDateTime(each.createdAt, timeZone),
          isSecondary: true,
        },
        {
          id: "end",
          header: <span className="sr-only">Sign out</span>,
          cell: (each) =>
            each.isCurrent ? (
              <Badge tone="ok">this one</Badge>
            ) : (
              <Button size="sm" onClick={() => end.mutate({ signInId: each.signInId })}>
                Sign out
              </Button>
            ),
        },
      ]}
    />
  );
}

/** Completes the first account, which signed in by link, so that it can sign in without one. */
function ClaimPanel() {
  const refresh = useRefresh();
  const claim = useMutation(useTRPC().account.claim.mutationOptions({ onSuccess: refresh }));
  return (
    <Panel aria-label="First account">
      <PanelHead title="Make this account yours" note="owner and admin" />
      <PanelBody>
        <Form
          verb="Save"
          isBusy={claim.isPending}
          error={claim.error}
          onSubmit={(read) =>
            claim.mutate({ name: read("name"), email: read("email"), password: read("newPassword") })
          }
        >
          <p className="text-text-2">
            Without a password, sign in with the link that Baton prints at its start.
          </p>
          <Field label="Name" help="Shown with your reviews and publications.">
            <Input name="name" autoComplete="name" maxLength={100} required />
          </Field>
          <Field label="Email">
            <Input name="email" type="email" autoComplete="username" required />
          </Field>
          <NewPasswordField />
        </Form>
      </PanelBody>
    </Panel>
  );
}

function ProfilePanel({
  user,
  hasPassword,
}: {
  user: { name: string; email: string };
  hasPassword: boolean;
}) {
  const refresh = useRefresh();
  const update = useMutation(useTRPC().account.update.mutationOptions({ onSuccess: refresh }));
  return (
    <Panel aria-label="You">
      <PanelHead title="You" />
      <PanelBody>
        <Form
          verb="Save name and email"
          isBusy={update.isPending}
          isPrimary={false}
          error={update.error}
          success={update.isSuccess && "Saved."}
          onSubmit={(read) =>
            update.mutate({ name: read("name"), email: read("email"), password: read("password") })
          }
        >
          <Field label="Name">
            <Input name="name" autoComplete="name" defaultValue={user.name} maxLength={100} required />
          </Field>
          <Field label="Email">
            <Input name="email" type="email" autoComplete="username" defaultValue={user.email} required />
          </Field>
          {hasPassword && (
            <Field label="Password" help="Enter your password to confirm.">
              <Input name="password" type="password" autoComplete="current-password" required />
            </Field>
          )}
        </Form>
      </PanelBody>
    </Panel>
  );
}

function PasswordPanel() {
  const refresh = useRefresh();
  const change = useMutation(useTRPC().account.changePassword.mutationOptions({ onSuccess: refresh }));
  return (
    <Panel aria-label="Password">
      <PanelHead title="Password" />
      <PanelBody>
        <Form
          verb="Change the password"
          isBusy={change.isPending}
          isPrimary={false}
          error={change.error}
          success={change.isSuccess && "Password changed. All other browsers are signed out."}
          onSubmit={(read) => change.mutate({ password: read("password"), newPassword: read("newPassword") })}
        >
          <Field label="Current password">
            <Input name="password" type="password" autoComplete="current-password" required />
          </Field>
          <NewPasswordField label="New password" />
        </Form>
      </PanelBody>
    </Panel>
  );
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.account.pathFilter()),
      queryClient.invalidateQueries(trpc.workspaces.pathFilter()),
    ]);
  };
}
