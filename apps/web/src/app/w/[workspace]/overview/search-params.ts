import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { SPLITS } from "@/search/savings-choices";
import { savingsViewParams } from "@/search/savings-view";

export const overviewParams = {
  ...savingsViewParams,
  by: parseAsStringLiteral(SPLITS).withDefault("cause"),
};

export const loadOverviewParams = createLoader(overviewParams);
