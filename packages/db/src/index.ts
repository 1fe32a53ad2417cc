export { type Connection, connect, type Database } from "./client";
export { listenForRows, notifyRows, RowsNotification } from "./notification";
export { ensurePartitions, PARTITIONED_TABLES } from "./queries/partition";
