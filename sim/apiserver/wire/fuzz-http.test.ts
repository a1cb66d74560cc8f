import fc from "fast-check";
import { expect, test } from "vitest";
import { groupVersionPath } from "#kube/api-path.ts";
import { RESOURCES } from "#kube/resources.ts";
import { STORE_CHECKERS } from "../../checkers/store-checkers.ts";
import { createTestWorld } from "../testing/create-test-world.ts";
import { answerHttp } from "./answer-http.ts";
import type { HttpRequest } from "./http.ts";
import { ADMIN } from "./send.cases.ts";

const NAMES = ["x", "default", "web", "UPPER", "a%2Fb", "%zz", "", "ü"];
const SUBRESOURCES = [
  "",
  "",
  "",
  "/status",
  "/scale",
  "/log",
  "/exec",
  "/eviction",
  "/binding",
  "/token",
  "/finalize",
  "/nope",
  "/proxy/a/b",
];
const KINDS = RESOURCES.map((row) => row.kind);

const path = fc
  .oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(
        fc.constantFrom(...RESOURCES),
        fc.constantFrom("", "/namespaces/shop", "/namespaces/nope"),
        fc.option(fc.constantFrom(...NAMES)),
        fc.constantFrom(...SUBRESOURCES),
      ),
    },
    { weight: 1, arbitrary: fc.webPath() },
  )
  .map((given) => {
    if (typeof given === "string") return given || "/";
    const [row, namespace, name, subresource] = given;
    return `${groupVersionPath(row)}${namespace}/${row.plural}${name === null ? "" : `/${name}${subresource}`}`;
  });

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...["watch", "limit", "continue", "resourceVersion", "resourceVersionMatch", "labelSelector", "fieldSelector", "dryRun"],
        ...["timeoutSeconds", "sendInitialEvents", "allowWatchBookmarks", "fieldManager", "fieldValidation", "force", "pretty"],
        ...["gracePeriodSeconds", "propagationPolicy", "follow", "tailLines", "sinceTime", "container", "includeObject"],
      ),
      fc.oneof(
        fc.constantFrom("true", "1", "0", "-1", "All", "x=y", "metadata.name%3Dx", "Exact", "a in (b", ""),
        fc.string({ maxLength: 8 }).map(encodeURIComponent),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => pairs.map((pair) => pair.join("=")).join("&"));

const headers = fc.record(
  {
    accept: fc.constantFrom(
      "*/*",
      "application/yaml",
      "application/json;as=Table;v=v1;g=meta.k8s.io",
      "application/vnd.kubernetes.protobuf",
      "text/x;q=a,,;",
    ),
    "content-type": fc.constantFrom(
      ...["application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "application/merge-patch+json"],
      ...["application/json-patch+json", "application/strategic-merge-patch+json", "application/apply-patch+yaml", "text/plain"],
    ),
    "impersonate-user": fc.constantFrom("bob", "system:serviceaccount:shop:default", ""),
    "user-agent": fc.constantFrom("curl/8", "kubectl/v1.35.4", ""),
  },
  { requiredKeys: [] },
);

const object = fc
  .tuple(
    fc.constantFrom(...KINDS),
    fc.constantFrom("v1", "apps/v1", "nope/v9"),
    fc.jsonValue(),
    fc.jsonValue(),
    fc.constantFrom("x", "web"),
  )
  .map(([kind, apiVersion, spec, labels, name]) => ({
    kind,
    apiVersion,
    metadata: { name, labels },
    spec,
    data: spec,
    rules: spec,
    template: spec,
  }));
const patch = fc.array(
  fc.record({
    op: fc.constantFrom("add", "remove", "replace", "test", "move", "nope"),
    path: fc.constantFrom("/metadata", "/spec/0", "", "x"),
    value: fc.jsonValue(),
  }),
);
const encoder = new TextEncoder();
const body = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.uint8Array({ maxLength: 60 }),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array([0x6b, 0x38, 0x73, 0, ...bytes])),
  object.map((value) => encoder.encode(JSON.stringify(value))),
  patch.map((value) => encoder.encode(JSON.stringify(value))),
  fc.json().map((text) => encoder.encode(text)),
);

/** Bodies that are nearly right: one member of a sound object is something else. */
const container = {
  name: "c",
  image: "i",
  ports: [{ containerPort: 80 }],
  resources: { limits: { cpu: "1" } },
  env: [{ name: "A", value: "b" }],
};
const template = { metadata: { labels: { app: "x" } }, spec: { containers: [container], volumes: [{ name: "v", emptyDir: {} }] } };
const selector = { matchLabels: { app: "x" } };
const made = (apiVersion: string, kind: string, rest: object): object => ({
  apiVersion,
  kind,
  metadata: { name: "x", labels: { a: "b" } },
  ...rest,
});
const SOUND: readonly (readonly [path: string, body: object])[] = [
  ["/api/v1/namespaces/shop/pods", made("v1", "Pod", { spec: template.spec })],
  [
    "/api/v1/namespaces/shop/services",
    made("v1", "Service", { spec: { ports: [{ port: 80, targetPort: "http" }], selector: { app: "x" } } }),
  ],
  ["/api/v1/namespaces/shop/secrets", made("v1", "Secret", { type: "Opaque", data: { a: "Yg==" }, stringData: { c: "d" } })],
  [
    "/api/v1/namespaces/shop/persistentvolumeclaims",
    made("v1", "PersistentVolumeClaim", { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } }),
  ],
  ["/api/v1/namespaces/shop/resourcequotas", made("v1", "ResourceQuota", { spec: { hard: { pods: "5" }, scopes: ["BestEffort"] } })],
  [
    "/api/v1/namespaces/shop/serviceaccounts/default/token",
    made("authentication.k8s.io/v1", "TokenRequest", {
      metadata: {},
      spec: { audiences: ["a"], expirationSeconds: 600, boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "x", uid: "u" } },
    }),
  ],
  [
    "/api/v1/namespaces/shop/pods/x/eviction",
    made("policy/v1", "Eviction", {
      deleteOptions: { gracePeriodSeconds: 0, preconditions: { uid: "u" }, propagationPolicy: "Orphan", dryRun: ["All"] },
    }),
  ],
  ["/api/v1/namespaces/shop/pods/x/binding", made("v1", "Binding", { target: { kind: "Node", name: "n" } })],
  [
    "/apis/apps/v1/namespaces/shop/deployments",
    made("apps/v1", "Deployment", {
      spec: { replicas: 1, selector, template, strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } },
    }),
  ],
  [
    "/apis/apps/v1/namespaces/shop/statefulsets",
    made("apps/v1", "StatefulSet", {
      spec: {
        replicas: 1,
        selector,
        template,
        serviceName: "x",
        volumeClaimTemplates: [{ metadata: { name: "d" }, spec: { accessModes: ["ReadWriteOnce"] } }],
      },
    }),
  ],
  [
    "/apis/batch/v1/namespaces/shop/cronjobs",
    made("batch/v1", "CronJob", {
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { ...template, spec: { ...template.spec, restartPolicy: "Never" } } } },
      },
    }),
  ],
  [
    "/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers",
    made("autoscaling/v2", "HorizontalPodAutoscaler", {
      spec: {
        maxReplicas: 2,
        scaleTargetRef: { kind: "Deployment", name: "x", apiVersion: "apps/v1" },
        metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } }],
      },
    }),
  ],
  [
    "/apis/networking.k8s.io/v1/namespaces/shop/ingresses",
    made("networking.k8s.io/v1", "Ingress", {
      spec: {
        rules: [
          { host: "a.b", http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "x", port: { number: 80 } } } }] } },
        ],
      },
    }),
  ],
  [
    "/apis/networking.k8s.io/v1/namespaces/shop/networkpolicies",
    made("networking.k8s.io/v1", "NetworkPolicy", {
      spec: {
        podSelector: {},
        policyTypes: ["Ingress"],
        ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }], ports: [{ port: 80 }] }],
      },
    }),
  ],
  [
    "/apis/policy/v1/namespaces/shop/poddisruptionbudgets",
    made("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: 1, selector } }),
  ],
  [
    "/apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings",
    made("rbac.authorization.k8s.io/v1", "RoleBinding", {
      subjects: [{ kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" }],
      roleRef: { kind: "Role", name: "r", apiGroup: "rbac.authorization.k8s.io" },
    }),
  ],
  [
    "/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles",
    made("rbac.authorization.k8s.io/v1", "Role", { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] }),
  ],
  [
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: "shop" } },
    },
  ],
  [
    "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: "u", groups: ["g"], nonResourceAttributes: { verb: "get", path: "/" } },
    },
  ],
  [
    "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
    { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectRulesReview", spec: { namespace: "shop" } },
  ],
  [
    "/apis/authentication.k8s.io/v1/tokenreviews",
    { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "t", audiences: ["a"] } },
  ],
  [
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "things.a.b" },
      spec: {
        group: "a.b",
        scope: "Namespaced",
        names: { plural: "things", kind: "Thing", shortNames: ["t"] },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", required: ["a"] } } } },
            additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a" }],
          },
        ],
      },
    },
  ],
  [
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    made("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
      webhooks: [
        {
          name: "a.b.c",
          clientConfig: { url: "https://x" },
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
        },
      ],
    }),
  ],
];

/** The same value with another in place of its n-th member or element, counted through all of it. */
const withChanged = (value: unknown, n: number, other: unknown): unknown => {
  let left = n;
  const visit = (part: unknown): unknown => {
    if (left-- === 0) return other;
    if (Array.isArray(part)) return part.map(visit);
    return typeof part === "object" && part !== null
      ? Object.fromEntries(Object.entries(part).map(([key, member]) => [key, visit(member)]))
      : part;
  };
  return visit(value);
};

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, "", -1, 1e20, 1.5, [], {}, [null], { a: null }, "\u0000", "x".repeat(300)),
);
const nearlySound = fc
  .tuple(fc.constantFrom(...SOUND), fc.nat(40), oddValue, fc.constantFrom("POST", "POST", "PUT", "PATCH", "DELETE"), headers)
  .map(([[path, body], n, other, method, given]): HttpRequest => {
    const isOne = method !== "POST" && /s$/.test(path);
    const type = method === "PATCH" ? (given["content-type"] ?? "application/merge-patch+json") : "application/json";
    return {
      method,
      path: isOne ? `${path}/x` : path,
      query: "fieldManager=me",
      headers: { "content-type": type },
      body: encoder.encode(JSON.stringify(withChanged(body, n, other))),
      user: ADMIN,
    };
  });

const METHODS = ["GET", "GET", "POST", "POST", "PUT", "PATCH", "PATCH", "DELETE", "HEAD", "OPTIONS", "FOO"] as const;
const request: fc.Arbitrary<HttpRequest> = fc
  .record({ method: fc.constantFrom(...METHODS), path, query, headers, body, shiftMs: fc.constantFrom(0, 3_600_000) })
  .map((given) => ({ ...given, headers: given.headers as Record<string, string>, user: ADMIN }));

test("whatever is sent, the server answers with a Status, an object or a stream, and its store stays sound", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(request, nearlySound), { minLength: 1, maxLength: 12 }), (requests) => {
      const { world } = createTestWorld();
      for (const sent of requests) {
        const answer = answerHttp(world, sent);
        if (answer.kind === "watch" || answer.kind === "log") answer.next(world);
        if (answer.kind !== "response") continue;
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.status).toBeLessThan(600);
        if (answer.headers["content-type"] === "application/json" && sent.method !== "HEAD") {
          expect(JSON.parse(answer.body as string)).toBeTypeOf("object");
        }
      }
      for (const check of STORE_CHECKERS) check(world);
    }),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 150) },
  );
});
