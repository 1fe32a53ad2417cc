"use client";

import "./globals.css";

/** Replaces the whole document if even its frame failed; depends only on the styles. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Baton</title>
        <main className="mx-auto flex min-h-dvh max-w-[480px] flex-col justify-center gap-2 p-4">
          <h1>Could not load this page</h1>
          <p className="text-text-2">
            Your data is unchanged. {error.digest && `Reference: ${error.digest} (see the server log).`}
          </p>
          <button
            type="button"
            className="self-start text-accent hover:underline"
            onClick={() => window.location.reload()}
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
