import type { TRPCRouterRecord } from "@trpc/server";
import { secondsInDay } from "date-fns/constants";
import { z } from "zod";
import { withBasePath } from "@/base-path";
import { TIME_ZONE_COOKIE } from "@/search/time-zone";
import { TimeZone } from "../inputs";
import { userProcedure } from "../trpc";

const YEAR_SECONDS = 365 * secondsInDay;

export const preferencesRouter = {
  /** Sets the time zone of days in this browser. */
  setTimeZone: userProcedure("preferences.setTimeZone")
    .input(z.object({ timeZone: TimeZone }))
    .mutation(({ ctx, input }) => {
      const value = encodeURIComponent(input.timeZone);
      ctx.responseHeaders?.append(
        "set-cookie",
        `${TIME_ZONE_COOKIE}=${value}; Path=${withBasePath("/")}; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`,
      );
    }),
} satisfies TRPCRouterRecord;
