import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { type AddressPlace, addressOf, rightValue } from "./address-variable.ts";

/** Names the Service with its namespace and the cluster's domain; none where the port is a variable of its own. */
export const nameInFull = (params: AddressPlace, baseline: Baseline): readonly Attempt[] =>
  addressOf(params, baseline).port === undefined
    ? [{ name: "name the Service in full", calls: [setVariable(params, inFull(rightValue(params, baseline), baseline.namespace))] }]
    : [];

/** Gives the variable a value. */
export const setVariable = ({ target, container, variable }: AddressPlace, value: string): ToolCall =>
  kubectl(`set env ${target} -c ${container} ${variable}=${value}`);

const inFull = (address: string, namespace: string): string => address.replace(/([\w-]+):(\d+)$/, `$1.${namespace}.svc.cluster.local:$2`);
