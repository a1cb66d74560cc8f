import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { judgeConnect } from "#kube/checks/service.ts";
import {
  consumerFails,
  fieldOracle,
  fieldShown,
  lookAtField,
  rightField,
  secretTargets,
  type WrongField,
  writeField,
  writeWrongField,
  wrongFieldParams,
} from "../db-secret.ts";
import { fieldAccepts, fieldRejects } from "../db-secret-attempts.ts";
import { defineInjector } from "../injector.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";
import { wrongPort } from "./wrong-port.ts";

export default defineInjector<WrongField>({
  id: "mysql-port-invalid",
  version: 1,
  title: "A Secret has a wrong address of a database",
  catalogueType: "db-address",
  layer: "config",
  scope: "namespace",
  family: "store-address",
  needs: [],
  words,
  twins,
  params: wrongFieldParams,
  targets: (view, place) => secretTargets(view, place, /MYSQL_PORT$/),
  sample: (rng, { resource, facts }) => {
    const [key = ""] = facts["keys"] as readonly string[];
    const [before = ""] = facts["values"] as readonly string[];
    return { secret: resource, consumer: `${facts["consumer"]}`, key, value: wrongPort(rng.stream("port"), Number(before)) };
  },
  inject: writeWrongField,
  truth: ({ secret, consumer }) => [
    { resource: secret, faultType: "mysql-port-invalid", catalogueType: "db-address", alsoNamed: [consumer] },
  ],
  oracle: (params, baseline) =>
    fieldOracle(params, baseline, async (view, value) => {
      const { namespace } = baseline;
      const connected = await judgeConnect(view, { namespace, service: hostOf(params, baseline), port: Number(value) || 0 });
      return connected.held;
    }),
  solve: (params, baseline) => [[kubectl(`get service ${hostOf(params, baseline)}`), ...writeField(params, rightField(params, baseline))]],
  accepts: fieldAccepts,
  rejects: (params, baseline) => fieldRejects(params, `${Number(rightField(params, baseline)) + 2}`),
  evidence: (params) => [
    {
      look: lookAtField(params),
      shows: fieldShown(params),
      says: `${nameOf(params.secret)} has port ${params.value} for a database that is not there`,
    },
  ],
  symptoms: (params, place) => [consumerFails(params, place)],
});

/** Name of the database's Service, in the same Secret. */
const hostOf = ({ secret, key }: WrongField, baseline: Baseline): string =>
  rightField({ secret, key: key.replace(/PORT$/, "HOST") }, baseline);
