export { type Agent, type Request, runInOrder } from "./run-in-order";
