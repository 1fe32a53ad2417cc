import path from "node:path";
import type { NextConfig } from "next";

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

const config: NextConfig = {
  // A server with its dependencies, which a clone, the installed package and the Docker image run.
  output: "standalone",
  outputFileTracingRoot: ROOT,
  transpilePackages: [
    "@baton/core",
    "@baton/db",
    "@baton/http",
    "@baton/server",
    "@baton/services",
    "@baton/ui",
  ],
  serverExternalPackages: ["pg"],
  turbopack: { root: ROOT },
  // Types are checked once, by `npm run verify`: a second time in
  // every build would keep a fresh start waiting.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // No images are optimized, so the optimizer is disabled.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Gives `forbidden()`: an answer of its own, 403, for who is known and may not.
  experimental: { authInterrupts: true },
  // Browsers ask for it by this name before they have read that the icon has another.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  headers: async () => [{ source: "/:path*", headers: SECURITY_HEADERS }],
};

export default config;
