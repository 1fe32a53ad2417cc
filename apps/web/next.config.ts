import path from "node:path";
import type { NextConfig } from "next";
import packageJson from "./package.json" with { type: "json" };

/** The content security policy is in `src/proxy.ts`, because it contains a new nonce for every request. */
const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=()" },
];

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Path of the public address, such as `/baton`. `scripts/build.mjs` reads it from `BATON_URL`. */
const BASE_PATH = process.env.BATON_BASE_PATH ?? "";

const config: NextConfig = {
  basePath: BASE_PATH,
  // For `src/base-path.ts` and `src/features/connect/packages.ts`, in the server and in browsers.
  env: { BATON_BASE_PATH: BASE_PATH, BATON_VERSION: packageJson.version },
  // Builds a server with its dependencies for clones, the installed package and the Docker image.
  output: "standalone",
  outputFileTracingRoot: ROOT,
  // A path that is only known when the server runs counts as a use of every file here.
  outputFileTracingExcludes: { "/*": ["./src/**/*", "./test/**/*"] },
  outputFileTracingIncludes: {
    "/docs/*": ["../../docs/**/*.md", "../../README.md"],
    "/docs": ["../../docs/**/*.md", "../../README.md"],
  },
  transpilePackages: [
    "@baton/core",
    "@baton/db",
    "@baton/http",
    "@baton/mcp",
    "@baton/server",
    "@baton/services",
    "@baton/ui",
  ],
  serverExternalPackages: ["pg"],
  turbopack: { root: ROOT },
  // `npm run verify` checks types; checking them again in every build would delay a fresh start.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // No images are optimized, so the optimizer is disabled.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Enables `forbidden()`: a 403 page for a signed-in user without permission.
  experimental: { authInterrupts: true },
  // Browsers request this path before they have read the icon's name.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  headers: async () => [{ source: "/:path*", headers: SECURITY_HEADERS }],
};

export default config;
