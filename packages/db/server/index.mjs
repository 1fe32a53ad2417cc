export { ensureFolder } from "./folder.mjs";
export { findFreePort } from "./free-port.mjs";
export { acquireLock } from "./lock.mjs";
export { isAlive } from "./process-life.mjs";
export { AUDIT_ROLES_SQL } from "./roles.mjs";
export { readConnection, startPostgres } from "./start.mjs";
export { StartError } from "./start-error.mjs";
export { startTemporaryPostgres } from "./temporary.mjs";
