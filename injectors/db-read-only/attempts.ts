import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import type { Container } from "#kube/types/pod.ts";
import { setArguments } from "../store-arguments.ts";
import { restartConsumers } from "../store-user.ts";
import { type Params, productOf } from "./read-only.ts";

/** Look at the arguments with which a store starts. */
export const lookAtArguments = ({ store }: Params): ToolCall =>
  kubectl(`get ${store} -o jsonpath='{.spec.template.spec.containers[*].args}'`);

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const [first = []] = harmlessOf(params, baseline);
  const isWaiting = params.further.some((word) => word.startsWith("--min-"));
  const bearing = {
    name: "let any replica be good enough",
    calls: [setArguments(params, [...params.args, ...params.further, "--min-replicas-max-lag", "0"])],
  };
  return [
    replaceByChart(baseline, params.store),
    createAnew(baseline, params.store),
    { name: "say that writes are taken", calls: [setArguments(params, [...params.args, ...first])] },
    ...(isWaiting ? [bearing] : []),
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { image = "", env = [] } = containerOf(params, baseline);
  const { refusing = [], allow = [] } = productOf(image) ?? {};
  const other = refusing.find((spelling) => spelling.join(" ") !== params.further.join(" ")) ?? [];
  const user = env.find(({ name }) => name === "MYSQL_USER")?.value;
  const grant = {
    name: "let the clients write all the same",
    calls: [kubectl(`exec ${params.store} -- mysql -uroot -e "grant super on *.* to '${user}'@'%'"`)],
  };
  return [
    restartPods(params.store),
    { name: "restart the consumers", calls: restartConsumers(params, baseline.app) },
    scaleUp(params.store),
    { name: "write the same in another way", calls: [setArguments(params, [...params.args, ...other])] },
    { name: "let the running server alone take writes", calls: [kubectl(`exec ${params.store} -- ${allow.map(quote).join(" ")}`)] },
    ...(user === undefined ? [] : [grant]),
  ];
};

const harmlessOf = (params: Params, baseline: Baseline): readonly (readonly string[])[] =>
  productOf(containerOf(params, baseline).image ?? "")?.harmless ?? [];

const containerOf = ({ store }: Params, baseline: Baseline): Partial<Container> =>
  baselineWorkload(baseline, store).spec.template.spec.containers[0] ?? {};

const quote = (word: string): string => (/^[\w./=:-]+$/.test(word) ? word : `'${word}'`);
