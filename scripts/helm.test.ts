import { join } from "node:path";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { Service } from "kubernetes-models/v1/Service";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "../package.json" with { type: "json" };
import { readStages } from "./compose-file";
import { ROOT, readText, readVariableTable } from "./operating-table";
import { renderChart } from "./render-chart";

const CHART = join(ROOT, "deploy", "helm");
const REQUIRED = { url: "https://baton.example.com", storeContent: "true", secretName: "baton" };
const EVERYTHING = {
  ...REQUIRED,
  "web.env": [{ name: "BATON_OIDC_NAME", value: "Sign in" }],
  "web.image.tag": "1.2.3",
  "ingest.env": [{ name: "BATON_LOG_LEVEL", value: "debug" }],
  "ingest.sessionsClaim": "sessions",
  "ingress.enabled": true,
  "ingress.className": "nginx",
  "ingress.host": "baton.example.com",
  "ingress.tlsSecretName": "baton-tls",
  "ingress.annotations": { "nginx.ingress.kubernetes.io/proxy-body-size": "64m" },
};

const Container = z.object({
  name: z.enum(["web", "ingest"]),
  image: z.string(),
  env: z.array(
    z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() }),
  ),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  readinessProbe: z.unknown(),
  livenessProbe: z.unknown(),
  securityContext: z.unknown(),
});
const Workload = z.object({
  kind: z.literal("Deployment"),
  spec: z.object({
    template: z.object({
      spec: z.object({ securityContext: z.unknown(), containers: z.tuple([Container]) }),
    }),
  }),
});

const KINDS = { Deployment, Ingress, Service };
const Kind = z.looseObject({
  kind: z.enum(["Deployment", "Ingress", "Service"]),
  metadata: z.looseObject({}),
});

/** Validates an object by the Kubernetes schema of its kind. */
function validate(object: unknown): void {
  const { kind } = Kind.parse(object);
  new KINDS[kind](JSON.parse(JSON.stringify(object))).validate();
}

function containers(values: Record<string, unknown>) {
  return renderChart(CHART, values).flatMap((object) => {
    const { data } = Workload.safeParse(object);
    return data ? [{ pod: data.spec.template.spec, container: data.spec.template.spec.containers[0] }] : [];
  });
}

describe("the Helm chart", () => {
  it.each([
    ["with required values only", REQUIRED, 4],
    ["with every value", EVERYTHING, 5],
  ])("renders objects that Kubernetes accepts, %s", (_, values, count) => {
    const objects = renderChart(CHART, values);
    expect(objects).toHaveLength(count);
    for (const object of objects) validate(object);
  });

  it("renders objects that need their required fields and types (negative control)", () => {
    const [deployment] = renderChart(CHART, REQUIRED);
    const { spec, ...rest } = z.looseObject({ spec: z.looseObject({}) }).parse(deployment);
    expect(() => validate({ ...rest, spec: { ...spec, selector: undefined } })).toThrow();
    expect(() => validate({ ...rest, spec: { ...spec, replicas: "two" } })).toThrow();
  });

  it.each(["url", "storeContent", "secretName"])("requires %s", (name) => {
    expect(() => renderChart(CHART, { ...REQUIRED, [name]: "" })).toThrow(`set ${name}`);
  });

  it("runs both programs without privileges and with probes, on the ports of the images", () => {
    const found = containers(EVERYTHING);
    expect(found.map(({ container }) => container.name).sort()).toEqual(["ingest", "web"]);
    for (const { pod, container } of found) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.readinessProbe).toBeDefined();
      expect(container.livenessProbe).toBeDefined();
      const stage = readStages().find(({ name }) => name === container.name);
      const exposed = stage?.instructions.find(({ keyword }) => keyword === "EXPOSE")?.rest;
      expect(String(container.ports[0]?.containerPort)).toBe(exposed);
    }
  });

  it.each([
    ["https://baton.example.com", "/api/readyz", "/"],
    ["https://example.com/tools/baton/", "/tools/baton/api/readyz", "/tools/baton"],
  ])("asks for the health of %s, and routes requests, below its path", (url, ready, path) => {
    const rendered = JSON.stringify(renderChart(CHART, { ...EVERYTHING, url }));
    expect(rendered).toContain(`"httpGet":{"path":"${ready}"`);
    expect(rendered).toContain(`"paths":[{"path":"${path}"`);
  });

  it("sets only variables that the program reads, and takes secrets only from the Secret", () => {
    const table = readVariableTable();
    for (const { container } of containers(REQUIRED)) {
      for (const { name, value } of container.env) {
        if (name !== "HOSTNAME") expect(`${name}: ${table.get(name)}`).toContain(container.name);
        if (/SECRET|PASSWORD|DATABASE_URL|SMTP_URL/.test(name)) expect(value).toBeUndefined();
      }
    }
  });

  it("has the version of the product", () => {
    expect(parse(readText("deploy/helm/Chart.yaml"))).toMatchObject({ appVersion: packageJson.version });
  });
});
