import { ok } from "#core/result.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { failure, methodNotAllowed } from "../status.ts";

/** Answers for ComponentStatuses: nothing is stored, and the components are healthy whenever the server answers. */
export const answerComponentStatuses = ({ method }: ApiRequest, name: string | undefined): ApiAnswer => {
  if (method !== "GET") return refuse(methodNotAllowed());
  const items = COMPONENTS.map(componentStatus);
  if (name === undefined) return answer(ok({ kind: "ComponentStatusList", apiVersion: "v1", metadata: {}, items }));
  const found = items.find(({ metadata }) => metadata.name === name);
  if (found !== undefined) return answer(ok(found));
  return refuse(failure(404, "NotFound", `componentstatus ${JSON.stringify(name)} not found`, { name, kind: "componentstatus" }));
};

const COMPONENTS = ["etcd-0", "controller-manager", "scheduler"];

const componentStatus = (name: string) => ({
  kind: "ComponentStatus",
  apiVersion: "v1",
  metadata: { name },
  conditions: [{ type: "Healthy", status: "True", message: "ok" }],
});
