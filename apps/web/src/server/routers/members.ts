import { type Database, listMembers, type Role } from "@baton/db";
import { changeMember } from "@baton/services/workspace/change-member";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Roles } from "../account-inputs";
import type { User } from "../identity";
import { operationProcedure } from "../trpc";

const MemberInput = z.object({ member: z.string().max(100) });

export const membersRouter = {
  /** Lists the members of the workspace with their roles. */
  list: operationProcedure("members.list").query(({ ctx }) =>
    listMembers(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Changes the roles of a member. */
  change: operationProcedure("members.change")
    .input(MemberInput.extend({ roles: Roles }))
    .mutation(({ ctx, input: { member, roles } }) => change(ctx, { userId: member, roles })),

  /** Removes a member from the workspace; their account stays. */
  remove: operationProcedure("members.remove")
    .input(MemberInput)
    .mutation(({ ctx, input: { member } }) => change(ctx, { userId: member, roles: [] })),
} satisfies TRPCRouterRecord;

interface Asking {
  user: User;
  workspace: { workspaceId: string };
  inRole: (change: (tx: Database) => Promise<void>) => Promise<void>;
}

async function change(
  { user: actor, workspace: { workspaceId }, inRole }: Asking,
  { userId, roles }: { userId: string; roles: readonly Role[] },
): Promise<void> {
  await inRole(async (tx) => {
    const changed = await changeMember(tx, { workspaceId, userId, roles, actor });
    if (!changed.ok) throw refuseChange(changed);
  });
}

function refuseChange(refusal: { reason: "no_such_member" } | { reason: "last"; role: Role }): TRPCError {
  if (refusal.reason === "no_such_member") {
    return new TRPCError({ code: "NOT_FOUND", message: "This person is not a member of this workspace." });
  }
  const message = `A workspace needs at least one ${refusal.role}. Give another member this role first.`;
  return new TRPCError({ code: "CONFLICT", message });
}
