import { listReportLinks, listReportSchedules } from "@baton/db";
import { REPORT_INTERVALS } from "@baton/server/report";
import { addReportSchedule } from "@baton/services/report/add-report-schedule";
import { removeReportSchedule } from "@baton/services/report/remove-report-schedule";
import { revokeReportLink } from "@baton/services/report/revoke-report-link";
import { sendReportNow } from "@baton/services/report/send-report-now";
import { MAX_LINK_DAYS, shareReport } from "@baton/services/report/share-report";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { SavedViewParams } from "../inputs";
import { publicAddress } from "../public-address";
import { operationProcedure } from "../trpc";

const ScheduleId = z.object({ scheduleId: z.int() });

export const reportsRouter = {
  /** Lists the reports that are sent every week or month. */
  list: operationProcedure("reports.list").query(({ ctx }) =>
    listReportSchedules(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Adds a report that is sent from then on. */
  add: operationProcedure("reports.add")
    .input(z.object({ interval: z.enum(REPORT_INTERVALS), channelIds: z.array(z.int()).min(1).max(100) }))
    .mutation(async ({ ctx, input: settings }) => {
      const added = { workspaceId: ctx.workspace.workspaceId, actor: ctx.user, settings, now: Date.now() };
      const scheduleId = await ctx.inRole((tx) => addReportSchedule(tx, added));
      if (scheduleId !== null) return { scheduleId };
      throw new TRPCError({ code: "BAD_REQUEST", message: "Channel not found in this workspace." });
    }),

  /** Removes a report. */
  remove: operationProcedure("reports.remove")
    .input(ScheduleId)
    .mutation(async ({ ctx, input: { scheduleId } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, scheduleId };
      if (!(await ctx.inRole((tx) => removeReportSchedule(tx, { ...place, actor: ctx.user })))) {
        throw noSuchReport();
      }
    }),

  /** Sends the report of the last complete period at once. @returns the notification with its delivery. */
  send: operationProcedure("reports.send")
    .input(ScheduleId)
    .mutation(async ({ ctx, input: { scheduleId } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, scheduleId };
      const { db } = ctx;
      const notificationId = await ctx.inRole((tx) => sendReportNow(tx, { db, ...place, now: Date.now() }));
      if (notificationId === undefined) throw noSuchReport();
      return { notificationId };
    }),

  /** Lists the links that show a report to anyone, without their secrets, newest first. */
  links: operationProcedure("reports.links").query(async ({ ctx }) => {
    const links = await listReportLinks(ctx.db, { workspaceId: ctx.workspace.workspaceId, now: new Date() });
    return links.map(({ tokenHash: _, workspaceId: __, ...link }) => link);
  }),

  /** Creates a link that shows a report to anyone who has it. @returns its address, which cannot be read again. */
  share: operationProcedure("reports.share")
    .input(z.object({ view: SavedViewParams, days: z.int().min(1).max(MAX_LINK_DAYS) }))
    .mutation(({ ctx, input: { view, days } }) =>
      ctx.inRole(async (tx) => {
        const { workspaceId } = ctx.workspace;
        const given = Object.entries(view).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        );
        const token = await shareReport(tx, {
          workspaceId,
          actor: ctx.user,
          view: Object.fromEntries(given),
          days,
          now: Date.now(),
        });
        return { address: `${publicAddress()}/shared/${encodeURIComponent(workspaceId)}/${token}` };
      }),
    ),

  /** Ends a link. */
  revoke: operationProcedure("reports.revoke")
    .input(z.object({ linkId: z.int() }))
    .mutation(async ({ ctx, input: { linkId } }) => {
      const link = { workspaceId: ctx.workspace.workspaceId, linkId, actor: ctx.user };
      if (await ctx.inRole((tx) => revokeReportLink(tx, link))) return;
      throw new TRPCError({ code: "NOT_FOUND", message: "Link not found." });
    }),
} satisfies TRPCRouterRecord;

function noSuchReport(): TRPCError {
  return new TRPCError({ code: "NOT_FOUND", message: "Report not found." });
}
