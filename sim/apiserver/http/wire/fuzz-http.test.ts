import fc from "fast-check";
import { expect, test } from "vitest";
import { RESOURCES } from "#kube/objects/resources.ts";
import { groupVersionPath } from "#kube/ports/api-path.ts";
import { STORE_CHECKERS } from "../../../checkers/store-checkers.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";
import { answerHttp } from "./answer-http.ts";
import { LEFT_OUT, withChangedPart } from "./changed-parts.cases.ts";
import type { HttpRequest } from "./http.ts";
import { ADMIN } from "./send.cases.ts";
import { SOUND_BODIES } from "./sound-bodies.cases.ts";

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

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(LEFT_OUT, null, "", -1, 1e20, 1.5, [], {}, [null], { a: null }, "\u0000", "x".repeat(300)),
);
/** Nearly valid bodies: one part of a valid one is replaced. */
const nearlySound = fc
  .tuple(fc.constantFrom(...SOUND_BODIES), fc.nat(150), oddValue, fc.constantFrom("POST", "POST", "PUT", "PATCH", "DELETE"), headers)
  .map(([[path, body], n, other, method, given]): HttpRequest => {
    const isOne = method !== "POST" && /s$/.test(path);
    const type = method === "PATCH" ? (given["content-type"] ?? "application/merge-patch+json") : "application/json";
    return {
      method,
      path: isOne ? `${path}/x` : path,
      query: "fieldManager=me",
      headers: { "content-type": type },
      body: encoder.encode(JSON.stringify(withChangedPart(body, n, other)?.value ?? body)),
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
