import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { SPLITS } from "@/search/savings-choices";
import { savingsViewParams } from "@/search/savings-view";

export const savingsParams = {
  ...savingsViewParams,
  by: parseAsStringLiteral(SPLITS).withDefault("rule"),
};

export const loadSavingsParams = createLoader(savingsParams);
