import { type BadRequest, DEPLOYMENTS, PODS, SERVICES } from "../request.ts";

const YAML = "application/yaml";
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const post = (title: string, path: string, body: unknown, more: Partial<BadRequest> = {}): BadRequest => ({
  title,
  method: "POST",
  path,
  body,
  ...more,
});
const object = (apiVersion: string, kind: string, more: object = {}): object => ({ apiVersion, kind, metadata: { name: "x" }, ...more });
const protobuf = (kind: string, apiVersion: string, raw: string): Partial<BadRequest> => ({
  type: PROTOBUF,
  bytes: Buffer.from(`k8s\0${field(1, field(1, apiVersion) + field(2, kind))}${field(2, raw)}`, "latin1").toString("base64"),
});
/** A field of a length below 128 in protobuf's wire format. */
const field = (number: number, text: string): string => String.fromCharCode(number * 8 + 2, text.length) + text;

/** Bodies of more kinds than one that cannot be read: YAML, JSON, protobuf. */
export const KIND_FORMATS: readonly BadRequest[] = [
  post("a pod in YAML with a tab in it", PODS, "apiVersion: v1\nkind: Pod\nspec:\n\tcontainers: []\n", { type: YAML }),
  post("a pod in YAML that is indented wrongly", PODS, "apiVersion: v1\nkind: Pod\n metadata:\n  name: x\n", { type: YAML }),
  post("a deployment in YAML of an unclosed quote", DEPLOYMENTS, 'apiVersion: "apps/v1\nkind: Deployment\n', { type: YAML }),
  post("a service in YAML that names an unknown anchor", SERVICES, "apiVersion: v1\nkind: Service\nmetadata: *nope\n", { type: YAML }),
  post("a list in YAML", SERVICES, "- a\n- b\n", { type: YAML }),
  post("nothing but a comment in YAML", SERVICES, "# nothing\n", { type: YAML }),
  post("a pod in YAML with a word for containers", PODS, "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {containers: many}\n", {
    type: YAML,
  }),
  post("a pod in JSON with a control sign in a text", PODS, '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a\u0001b"}}'),
  post("a pod in JSON with an odd escape", PODS, '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a\\qb"}}'),
  post("a pod in JSON with a number that has a zero before it", PODS, '{"apiVersion":"v1","kind":"Pod","spec":{"priority":01}}'),
  post("a pod in JSON with true spelt wrongly", PODS, '{"apiVersion":"v1","kind":"Pod","spec":{"hostNetwork":tru}}'),
  post("a pod in JSON without a colon", PODS, '{"apiVersion" "v1"}'),
  post("a pod in JSON that ends in a text", PODS, '{"apiVersion":"v1","kind":"Po'),
  post("a pod with unknown fields deep in it, strictly", `${PODS}?fieldValidation=Strict`, {
    ...object("v1", "Pod"),
    spec: { containers: [{ name: "c", image: "i", livenessProbe: { httpget: { port: 1 } }, envs: [] }], restartpolicy: "Never" },
  }),
  post(
    "a pod with a field twice deep in it, strictly",
    `${PODS}?fieldValidation=Strict`,
    '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"x"},"spec":{"containers":[{"name":"c","image":"i","image":"j"}]}}',
  ),
  post("a pod in protobuf whose bytes are none of a pod", PODS, undefined, protobuf("Pod", "v1", "nonsense")),
  post("a pod in protobuf of nothing", PODS, undefined, protobuf("Pod", "v1", "")),
  post("a deployment in protobuf that is a pod", DEPLOYMENTS, undefined, protobuf("Pod", "v1", "")),
  post("a service in protobuf of an unknown version", SERVICES, undefined, protobuf("Service", "v7", "")),
  post(
    "a custom kind's definition in protobuf",
    DEFINITIONS,
    undefined,
    protobuf("CustomResourceDefinition", "apiextensions.k8s.io/v1", "zzz"),
  ),
  post("a pod in protobuf that ends inside of a length", PODS, undefined, {
    type: PROTOBUF,
    bytes: Buffer.from("k8s\0\n\x80", "latin1").toString("base64"),
  }),
  post("a pod in protobuf with an odd wire type", PODS, undefined, {
    type: PROTOBUF,
    bytes: Buffer.from("k8s\0\x0f\x01\x02", "latin1").toString("base64"),
  }),
];
