export { batonMiddleware } from "./middleware";
export { withBaton } from "./with-baton";
