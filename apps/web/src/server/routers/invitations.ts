import { createAccount, findInvitation, listInvitations } from "@baton/db";
import { inviteMember } from "@baton/services/workspace/invite-member";
import { joinWorkspace } from "@baton/services/workspace/join-workspace";
import { withdrawInvitation } from "@baton/services/workspace/withdraw-invitation";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { secondsInDay } from "date-fns/constants";
import { z } from "zod";
import { Email, Name, NewPassword, Roles, Token } from "../account-inputs";
import { openSession, requireAddressRate } from "../account-session";
import type { Context } from "../context";
import { hashPassword } from "../hash-password";
import { canSendMail, sendMail } from "../mail";
import { publicAddress } from "../public-address";
import { openProcedure, operationProcedure, userProcedure } from "../trpc";

export const invitationsRouter = {
  /** Lists the open invitations, and whether mail is available. */
  list: operationProcedure("invitations.list").query(async ({ ctx }) => ({
    invitations: await listInvitations(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
    isMailed: canSendMail(),
  })),

  /** Creates an invitation link; shows it once, and mails it if mail is set up. */
  create: operationProcedure("invitations.create")
    .input(z.object({ email: Email.nullable(), roles: Roles, days: z.int().min(1).max(30) }))
    .mutation(async ({ ctx, input: { email, roles, days } }) => {
      const { workspaceId, name } = ctx.workspace;
      const token = await ctx.inRole(async (tx) => {
        const lifetimeSeconds = days * secondsInDay;
        return inviteMember(tx, { workspaceId, email, roles, invitedBy: ctx.user, lifetimeSeconds });
      });
      const link = `${publicAddress()}/join#${token}`;
      const text = `${ctx.user.name} invites you to “${name}” in Baton, as ${roles.join(", ")}.\n\n${link}\n\nThe link works once and expires in ${days} days.\n`;
      const isMailed =
        email !== null && (await sendMail({ to: email, subject: `Join “${name}” in Baton`, text }));
      return { link, isMailed };
    }),

  /** Revokes an invitation. */
  revoke: operationProcedure("invitations.revoke")
    .input(z.object({ invitation: z.uuid() }))
    .mutation(({ ctx, input }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const place = { workspaceId, invitationId: input.invitation };
        if (await withdrawInvitation(tx, { ...place, actor: ctx.user })) return;
        throw new TRPCError({ code: "NOT_FOUND", message: "This invitation is no longer valid." });
      }),
    ),

  /**
   * Describes the invitation of a link. Changes nothing, but is not a query, since the inputs of
   * queries are in URLs, and those in logs.
   */
  open: openProcedure("invitations.open")
    .input(z.object({ token: Token }))
    .mutation(async ({ ctx, input }) => {
      requireAddressRate(ctx);
      const invitation = await findInvitation(ctx.db, input);
      if (!invitation) throw refuseInvitation();
      return { ...invitation, user: ctx.user };
    }),

  /** Joins with the signed-in account. */
  accept: userProcedure("invitations.accept")
    .input(z.object({ token: Token }))
    .mutation(({ ctx, input: { token } }) => join(ctx.db, token, ctx.user)),

  /** Joins with a new account. */
  register: openProcedure("invitations.register")
    .input(z.object({ token: Token, name: Name, email: Email, password: NewPassword }))
    .mutation(async ({ ctx, input: { token, name, email, password } }) => {
      requireAddressRate(ctx);
      if (!(await findInvitation(ctx.db, { token }))) throw refuseInvitation();
      const passwordHash = await hashPassword(password);
      const { account, joined } = await ctx.db.transaction(async (tx) => {
        const made = await createAccount(tx, { name, email, passwordHash });
        if (!made) {
          const message = "An account with this email exists. Sign in, then open the invitation again.";
          throw new TRPCError({ code: "CONFLICT", message });
        }
        return { account: made, joined: await join(tx, token, made) };
      });
      await openSession(ctx, account.id);
      return joined;
    }),
} satisfies TRPCRouterRecord;

/** Uses up an invitation for a user and returns its workspace. */
async function join(db: Context["db"], token: string, { id, name }: { id: string; name: string }) {
  const joined = await joinWorkspace(db, { token, person: { id, name } });
  if (!joined) throw refuseInvitation();
  return joined;
}

function refuseInvitation(): TRPCError {
  const message = "This invitation was used, revoked or has expired. Ask for a new one.";
  return new TRPCError({ code: "NOT_FOUND", message });
}
