import {
  consumerFails,
  copyField,
  fieldOracle,
  fieldShown,
  lookAtField,
  lookAtPeer,
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
import { wrongCredential } from "./wrong-credential.ts";

export default defineInjector<WrongField>({
  id: "mysql-credentials-invalid",
  version: 1,
  title: "A Secret has a wrong user or password of a database",
  catalogueType: "db-credentials",
  layer: "config",
  scope: "namespace",
  family: "store-auth",
  needs: [],
  words,
  twins,
  params: wrongFieldParams,
  targets: (view, place) => secretTargets(view, place, /MYSQL_(?:USER|PASSWORD)$/),
  sample: (rng, { resource, facts }) => {
    const keys = facts["keys"] as readonly string[];
    const at = rng.stream("key").int(0, keys.length - 1);
    const before = (facts["values"] as readonly string[])[at] ?? "";
    return { secret: resource, consumer: `${facts["consumer"]}`, key: keys[at] ?? "", value: wrongCredential(rng.stream("value"), before) };
  },
  inject: writeWrongField,
  truth: ({ secret, consumer }) => [
    { resource: secret, faultType: "mysql-credentials-invalid", catalogueType: "db-credentials", alsoNamed: [consumer] },
  ],
  oracle: (params, baseline) => fieldOracle(params, baseline),
  solve: (params, baseline) => [[lookAtPeer(params, baseline), ...copyField(params, rightField(params, baseline))]],
  accepts: fieldAccepts,
  rejects: (params, baseline) => [
    ...fieldRejects(params, `${rightField(params, baseline)}2`),
    // It may do more than the application has to.
    { name: "sign in as the administrator", calls: writeField({ ...params, key: params.key.replace(/PASSWORD$/, "USER") }, "root") },
  ],
  evidence: (params) => [
    {
      look: lookAtField(params),
      shows: fieldShown(params),
      says: `${params.secret} has ${params.value} for ${params.key}, by which nobody can sign in`,
    },
  ],
  symptoms: (params, place) => [consumerFails(params, place)],
});
