import { ROW_GROUPS } from "./row-groups";

const rows = await ROW_GROUPS[process.argv[2] ?? ""]?.();
process.send?.(rows);
