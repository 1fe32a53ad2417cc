export const oauth2 = {
  enabled: process.env.OAUTH2_ENABLED === "true",
  shareOfCustomers: Number(process.env.OAUTH2_SHARE ?? 0),
  codeLifetimeSeconds: 600,
  accessTokenLifetimeSeconds: 3600,
  refreshTokenLifetimeDays: 30,
};
