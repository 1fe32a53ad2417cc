import type { toUsageView } from "@/search/usage-params";
import type { RouterOutputs } from "@/server/root";

/** Content of the usage page. */
export type UsageData = RouterOutputs["usage"]["get"];

/** Period, split and filters of the usage page. */
export type UsageView = ReturnType<typeof toUsageView>;
