import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Ports on this machine. */
interface Ports {
  public: number;
  web: number;
  ingest: number;
}

/**
 * Starts nginx with `deploy/nginx/baton.conf`, with TLS and on a port, which is then part of the address. Below a
 * path, it serves `baton-path.conf`, and answers 404 elsewhere.
 *
 * @param folder for its files; it must exist.
 * @param path such as `/baton`; empty at the root.
 * @returns a function that ends it, and one that lists the requests outside of the path, as nginx logged them.
 * @throws Error if nginx or openssl are not installed.
 */
export function startNginx(
  root: string,
  folder: string,
  path: string,
  ports: Ports,
): { stop: () => Promise<void>; listOutside: () => string[] } {
  const own = join(folder, "nginx");
  mkdirSync(own);
  const [certificate, key] = [join(own, "baton.pem"), join(own, "baton.key")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", key, "-out", certificate, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject], {
    stdio: "ignore",
  });
  const outside = join(own, "outside.log");
  const read = (name: string) => readFileSync(join(root, "deploy", "nginx", name), "utf8");
  // A browser requests this icon itself if a response names none, such as a 500.
  const icon = "location = /favicon.ico {\n  return 404;\n}";
  const below = `${read("baton-path.conf").replaceAll("/baton", path)}\n${icon}\nlocation / {\n  access_log ${outside};\n  return 404;\n}\n}\n`;
  const server = read("baton.conf");
  const site = (path === "" ? server : server.replace(/ {2}# Pages, their streams[\s\S]*$/, () => below))
    .replace("baton.example.org;", "127.0.0.1;")
    .replace("/etc/ssl/certs/baton.pem", certificate)
    .replace("/etc/ssl/private/baton.key", key)
    .replace("listen 443", `listen 127.0.0.1:${ports.public}`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${ports.web}`)
    .replaceAll("127.0.0.1:3001", `127.0.0.1:${ports.ingest}`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(own, name)};`)
    .join("\n");
  const configuration = join(own, "nginx.conf");
  writeFileSync(
    configuration,
    `daemon off;
pid ${join(own, "nginx.pid")};
error_log ${join(own, "error.log")};
events {}
http {
access_log off;
${temporary}
${site}
}
`,
  );
  const child = spawn("nginx", ["-c", configuration, "-e", join(own, "error.log")], { stdio: "ignore" });
  const ended = once(child, "exit");
  return {
    listOutside: () => readFileSync(outside, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
