export { batonInputFilter } from "./baton-input-filter";
