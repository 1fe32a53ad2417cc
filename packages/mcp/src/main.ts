import { readMcpEnvironment } from "./env";
import { serveStdio } from "./serve-stdio";

await serveStdio(readMcpEnvironment());
process.exit(0);
