export { type CallTokens, costOfCalls } from "./call-cost";
export { LISTED_PRICES, type ListedPrice, ModelPrice } from "./model-price";
export { type ModelTokens, modelFamily, PriceBook, type Worth } from "./price-book";
