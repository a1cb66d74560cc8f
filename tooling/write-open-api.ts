import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/**
 * Writes the OpenAPI documents of a real cluster, which simulated ones serve: `KUBECONFIG=… node tooling/write-open-api.ts [kubectl]`.
 *
 * The cluster should be as it was installed: documents of custom resources are left out, but for a definition that is made
 * here and deleted again, from whose document those of all custom resources are made.
 */
const OUTPUT = join(import.meta.dirname, "../pool/open-api/documents.br");

const KUBECTL = process.argv[2] ?? "kubectl";

const kubectl = (args: readonly string[], input = ""): string => {
  const { status, stdout, stderr } = spawnSync(KUBECTL, args, { encoding: "utf8", input, maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
  return stdout;
};

/** Names that no text of the API holds by chance; whoever makes a document of a custom resource replaces them. */
const SAMPLE = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "sampleplurals.samplegroup.example" },
  spec: {
    group: "samplegroup.example",
    scope: "Namespaced",
    names: { plural: "sampleplurals", singular: "samplekind", kind: "SampleKind", listKind: "SampleKindList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { replicas: { type: "integer" } } } } },
        },
        subresources: { status: {}, scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } },
      },
    ],
  },
} as const;

const documentOfSample = (): string => {
  kubectl(["apply", "-f", "-"], JSON.stringify(SAMPLE));
  try {
    kubectl(["wait", "--for=condition=Established", `crd/${SAMPLE.metadata.name}`]);
    for (let tries = 0; tries < 30; tries++) {
      const path = `apis/${SAMPLE.spec.group}/v1`;
      if (indexOf()[path] !== undefined) return compact(kubectl(["get", "--raw", `/openapi/v3/${path}`]));
      spawnSync("sleep", ["1"]);
    }
    throw new Error("the cluster does not describe the sample definition");
  } finally {
    kubectl(["delete", "crd", SAMPLE.metadata.name]);
  }
};

const indexOf = (): Readonly<Record<string, { readonly serverRelativeURL: string }>> =>
  JSON.parse(kubectl(["get", "--raw", "/openapi/v3"])).paths;

const compact = (text: string): string => JSON.stringify(JSON.parse(text));

const isOwn = (path: string): boolean => {
  const group = path.split("/")[1] ?? "";
  return !path.startsWith("apis/") || !group.includes(".") || group.endsWith(".k8s.io");
};

/** One document a line: where it is served, the hash that the cluster gives it, and the document. */
const lines = (): readonly string[] => {
  const documents = Object.entries(indexOf())
    .filter(([path]) => isOwn(path))
    .map(([path, { serverRelativeURL }]) => {
      const hash = new URL(serverRelativeURL, "http://cluster").searchParams.get("hash");
      return `${path} ${hash} ${compact(kubectl(["get", "--raw", serverRelativeURL]))}`;
    });
  return [...documents, `custom - ${documentOfSample()}`];
};

const text = lines().join("\n");
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
const packed = brotliCompressSync(text, {
  params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: text.length },
});
writeFileSync(OUTPUT, packed);
process.stdout.write(`${text.length} characters, packed into ${packed.length} bytes\n`);
