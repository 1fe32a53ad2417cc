import { z } from "zod";

/** The public address of Baton. Pages and cookies need the root of a host name; a port is possible. */
export const PublicUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (address) => !/^https?:\/\/[^/]+\/./.test(address),
    "must have no path: give Baton a host name or a port of its own",
  );
