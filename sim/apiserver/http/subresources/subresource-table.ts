import type { ResourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import { answerPatch } from "../../write/patch-object.ts";
import { type UpdatePart, updateObject } from "../../write/update-object.ts";
import { answerUpdate, contextOf, nameProblem } from "../../write/write-objects.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { readObject } from "../read/read-objects.ts";
import { badRequest } from "../status.ts";
import { answerBinding } from "./binding.ts";
import { answerEviction } from "./eviction.ts";
import { answerPodLog } from "./pod-log.ts";
import { answerScale } from "./scale.ts";
import { answerTokenRequest } from "./token.ts";

/** The object that a subresource belongs to. */
export interface SubresourceTarget {
  readonly row: ResourceRow;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** Methods of a subresource, and its handler. */
export interface Subresource {
  readonly methods: readonly ApiRequest["method"][];
  readonly answer: (world: World, target: SubresourceTarget, request: ApiRequest) => ApiAnswer;
}

/** The subresource of a resource; undefined when it has none of that name or it is not served here. */
export const subresourceOf = (row: ResourceRow, name: string): Subresource | undefined =>
  row.subresources.includes(name) ? (SUBRESOURCES[`${row.plural}/${name}`] ?? SUBRESOURCES[name]) : undefined;

const READ_WRITE = ["GET", "PUT", "PATCH"] as const;

/** One that shows the object and takes changes of a part of it. */
const ofObject = (subresource: string, part: UpdatePart = "status"): Subresource => ({
  methods: READ_WRITE,
  answer: (world, { row, namespace, name }, request) => {
    if (request.method === "GET") return readObject(world, row, namespace, name, request);
    if (request.method === "PUT") return answerUpdate(world, row, namespace, name, request, { part, subresource });
    return answerPatch(world, row, namespace, name, request, { part, subresource });
  },
});

/** Stream subresource: a plain request is told to upgrade. */
const stream: Subresource = {
  methods: ["GET", "POST"],
  answer: () => refuse(badRequest("Upgrade request required")),
};

const SUBRESOURCES: Readonly<Record<string, Subresource>> = {
  status: ofObject("status"),
  approval: ofObject("approval", "status"),
  scale: { methods: READ_WRITE, answer: (world, { row, namespace, name }, request) => answerScale(world, row, namespace, name, request) },
  "pods/log": { methods: ["GET"], answer: (world, { namespace = "", name }, request) => answerPodLog(world, namespace, name, request) },
  "pods/eviction": {
    methods: ["POST"],
    answer: (world, { namespace = "", name }, request) => answerEviction(world, namespace, name, request),
  },
  "pods/binding": {
    methods: ["POST"],
    answer: (world, { namespace = "", name }, request) => answerBinding(world, namespace, name, request),
  },
  "pods/ephemeralcontainers": ofObject("ephemeralcontainers", "main"),
  "pods/resize": ofObject("resize", "main"),
  "pods/exec": stream,
  "pods/attach": stream,
  "pods/portforward": stream,
  "serviceaccounts/token": {
    methods: ["POST"],
    answer: (world, { namespace = "", name }, request) => answerTokenRequest(world, namespace, name, request),
  },
  "namespaces/finalize": {
    methods: ["PUT"],
    answer: (world, { row, name }, request) => {
      const misnamed = nameProblem(name, request.body);
      if (misnamed !== undefined) return refuse(misnamed);
      return answer(updateObject(contextOf(world, row, request, "finalize"), undefined, name, request.body));
    },
  },
};
