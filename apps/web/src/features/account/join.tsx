"use client";

import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { withBasePath } from "@/base-path";
import { addressOf } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";
import { enter } from "./enter";
import { Form } from "./form";
import { FormError } from "./form-error";
import { NewPasswordField } from "./new-password-field";
import { useLinkToken } from "./use-link-token";

/** Describes an invitation, and accepts it with the signed-in account or a new one. */
export function Join() {
  const trpc = useTRPC();
  const token = useLinkToken();
  const invitation = useMutation(trpc.invitations.open.mutationOptions());
  const options = {
    onSuccess: ({ workspaceId }: { workspaceId: string }) => enter(addressOf(workspaceId, "overview")),
  };
  const accept = useMutation(trpc.invitations.accept.mutationOptions(options));
  const register = useMutation(trpc.invitations.register.mutationOptions(options));
  const { mutate: open } = invitation;
  useEffect(() => {
    if (token !== null) open({ token });
  }, [token, open]);
  if (invitation.isError) {
    return (
      <>
        <FormError error={invitation.error} />
        <Button asChild>
          <a href={withBasePath("/sign-in")}>Sign in</a>
        </Button>
      </>
    );
  }
  if (!invitation.data || token === null) return <p role="status">Loading the invitation …</p>;
  const { workspaceName, roles, invitedBy, email, user } = invitation.data;
  return (
    <>
      <p>
        {invitedBy} invites you to <b>{workspaceName}</b>, as {roles.join(", ")}.
      </p>
      {user ? (
        <>
          <Button variant="primary" disabled={accept.isPending} onClick={() => accept.mutate({ token })}>
            Join as {user.name}
          </Button>
          <FormError error={accept.error} />
        </>
      ) : (
        <Form
          verb="Join"
          isBusy={register.isPending || register.isSuccess}
          error={register.error}
          onSubmit={(read) =>
            register.mutate({
              token,
              name: read("name"),
              email: read("email"),
              password: read("newPassword"),
            })
          }
        >
          <Field label="Name" help="Visible to other members.">
            <Input name="name" autoComplete="name" maxLength={100} required />
          </Field>
          <Field label="Email">
            <Input name="email" type="email" autoComplete="username" defaultValue={email ?? ""} required />
          </Field>
          <NewPasswordField />
        </Form>
      )}
    </>
  );
}
