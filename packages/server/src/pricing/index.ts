export { type CallTokens, CONTEXT_STEPS, costOfCalls } from "./call-cost";
export { modelFamily } from "./model-name";
export { ListedPrice, ModelPrice, RATES } from "./model-price";
export { type ModelTokens, PriceBook, type Worth } from "./price-book";
export {
  type Calibration,
  type CallHabits,
  type SavedWorth,
  UNKNOWN_HABITS,
  worthOfSaved,
} from "./saved-worth";
export { costOfSummaries, costOfSummary, type SummarizerTokens } from "./summarizer-cost";
