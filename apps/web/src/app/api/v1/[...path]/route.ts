import { serveApi } from "@/server/api";

/** The API for programs: its routes stand in `src/server/api/routes.ts`. */
export { serveApi as GET, serveApi as POST };
