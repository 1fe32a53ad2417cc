import { expect, it } from "vitest";
import { nextReportAt, type ReportInterval, reportPeriods } from "./report-period";

it.each<[ReportInterval, string, string]>([
  ["weekly", "2026-11-25T12:00:00Z", "2026-11-30T06:00:00.000Z"],
  ["weekly", "2026-11-30T05:59:00Z", "2026-11-30T06:00:00.000Z"],
  ["weekly", "2026-11-30T06:00:00Z", "2026-12-07T06:00:00.000Z"],
  ["monthly", "2026-12-31T23:00:00Z", "2027-01-01T06:00:00.000Z"],
  ["monthly", "2027-01-01T06:00:00Z", "2027-02-01T06:00:00.000Z"],
])("the next %s report after %s is due at %s", (interval, now, due) => {
  expect(nextReportAt(interval, Date.parse(now)).toISOString()).toBe(due);
});

it("reportPeriods returns the last complete week or month, and the one before", () => {
  const now = Date.parse("2026-03-02T06:00:00Z");
  expect(reportPeriods("weekly", now)).toEqual({
    period: { first: "2026-02-23", last: "2026-03-01" },
    before: { first: "2026-02-16", last: "2026-02-22" },
  });
  expect(reportPeriods("monthly", now)).toEqual({
    period: { first: "2026-02-01", last: "2026-02-28" },
    before: { first: "2026-01-01", last: "2026-01-31" },
  });
});
