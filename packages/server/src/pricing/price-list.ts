import { z } from "zod";
import { ListedPrice } from "./model-price";
import list from "./price-list.json" with { type: "json" };

/** The bundled price list with its source. `npm run prices` makes it. */
const PriceList = z.object({
  source: z.object({ name: z.string(), copy: z.string(), date: z.iso.date(), sha256: z.string() }),
  prices: z.array(ListedPrice),
});

const { source, prices } = PriceList.parse(list);

/** The file that the bundled prices are from, and its day (UTC). */
export const PRICE_SOURCE = source;

/** The bundled prices: public prices of standard calls, without discounts and batches. */
export const LISTED_PRICES: readonly ListedPrice[] = prices;
