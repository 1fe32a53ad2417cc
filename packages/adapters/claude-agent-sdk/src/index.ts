export { withBaton } from "./with-baton";
