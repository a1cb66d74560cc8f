import { encodeBase64 } from "#core/base64.ts";
import { parseJson } from "#core/parse-json.ts";
import { toMicroTimestamp } from "#core/timestamp.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../../../network/http/answer-http.ts";
import type { Process } from "../../../processes/process.ts";
import { printLines } from "../../../processes/process-output.ts";

/** Answer of a webhook that gives the containers of new pods the memory that its option `--memory-limit` names. */
export const answerPodDefaults = (world: World, process: Process, { method, path, body = "" }: HttpRequest): HttpAnswer => {
  const place = path.split("?")[0];
  if (method === "GET" && place === "/healthz") return answer(200, "ok");
  if (method !== "POST" || place !== "/mutate") return answer(404, "404 page not found\n");
  const review = parseJson(body) as Review | undefined;
  const request = review?.request;
  if (request === undefined) return answer(400, "not an AdmissionReview\n");
  const memory = memoryOf(process);
  const patch = memory === undefined ? [] : patchOf(request.object, memory);
  if (patch.length > 0) printLines(world, process, [lineOf(world, request, `memory of ${patch.length} containers set to ${memory}`)]);
  const response = {
    uid: request.uid,
    allowed: true,
    ...(patch.length > 0 && { patchType: "JSONPatch", patch: encodeBase64(encodeUtf8(JSON.stringify(patch))) }),
  };
  return answer(200, JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response }));
};

/** The memory that its option names; undefined: it leaves memory alone. */
export const memoryOf = ({ start: { words = [] } }: Process): string | undefined => optionOf(words, "--memory-limit");

const optionOf = (words: readonly string[], option: string): string | undefined => {
  const own = words.findLast((word, i) => word.startsWith(`${option}=`) || words[i - 1] === option);
  return own?.startsWith(`${option}=`) ? own.slice(option.length + 1) : own;
};

interface Review {
  readonly request?: { readonly uid: string; readonly namespace?: string; readonly object: Pod | null };
}

const patchOf = (pod: Pod | null, memory: string): readonly object[] =>
  (pod?.spec.containers ?? []).map(({ resources }: Container, i) => ({
    op: "add",
    path: `/spec/containers/${i}/resources`,
    value: { ...resources, limits: { ...resources?.limits, memory }, requests: { ...resources?.requests, memory } },
  }));

const lineOf = (world: World, { namespace, object }: NonNullable<Review["request"]>, message: string): string => {
  const { name, generateName } = (object?.metadata ?? {}) as { readonly name?: string; readonly generateName?: string };
  return JSON.stringify({
    level: "info",
    time: toMicroTimestamp(world.nowMs()),
    pod: `${namespace}/${name ?? generateName ?? ""}`,
    message,
  });
};

const answer = (status: number, body: string): HttpAnswer => ({ kind: "answer", status, body, afterMs: 3 });
