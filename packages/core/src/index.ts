export { countTokens, ENCODINGS, type Encoding } from "./tokens/count-tokens";
