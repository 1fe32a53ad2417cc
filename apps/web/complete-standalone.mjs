import { cpSync } from "node:fs";

// Next leaves the files for browsers out of its standalone server, for those who have a server of their own for them.
cpSync(".next/static", ".next/standalone/apps/web/.next/static", { recursive: true });
