export { batonProcessor } from "./processor";
export { withBaton } from "./with-baton";
