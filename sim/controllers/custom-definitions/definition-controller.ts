import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { caBundleProblem } from "../../apiserver/policy/webhooks/ca-bundle.ts";
import { bundleOf } from "../../apiserver/schema/custom/conversion-errors.ts";
import { type CustomResourceDefinition, DEFINITIONS, hasCondition } from "../../apiserver/schema/custom/definition.ts";
import { withCondition } from "../../apiserver/schema/custom/definition-kind.ts";
import { getObject, listObjects, putObject } from "../../apiserver/store/store.ts";
import { type Controller, enqueue, enqueueAfter } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { acceptNames } from "./accept-names.ts";

/** Accepts the names of custom resources, establishes them, and takes their objects away before they go. */
export const definitionController: Controller = {
  name: "custom-definition",
  watches: {
    // A change may give names free that others of the group wait for.
    [DEFINITIONS]: (world, { key, object }) => {
      const { group } = (object as CustomResourceDefinition).spec;
      const others = listObjects<CustomResourceDefinition>(world, DEFINITIONS).filter(
        (other) => other.spec.group === group && other.metadata.name !== key && !hasCondition(other, "NamesAccepted"),
      );
      return [key, ...others.map(({ metadata }) => metadata.name)];
    },
  },
  reconcile: (world, name) => {
    const definition = getObject<CustomResourceDefinition>(world, DEFINITIONS, undefined, name);
    if (definition === undefined) return;
    if (definition.metadata.deletionTimestamp !== undefined) return cleanUp(world, definition);
    const named = acceptNames(world, definition);
    if (named !== definition) {
      putObject(world, DEFINITIONS, named);
      return enqueue(world, "custom-definition", name);
    }
    if (hasCondition(definition, "NamesAccepted") && !hasCondition(definition, "Established")) establish(world, definition);
  },
};

const establish = (world: World, definition: CustomResourceDefinition): void => {
  const lastTransitionTime = toTimestamp(world.nowMs());
  const outcome = caBundleProblem(bundleOf(definition)) === undefined ? ACCEPTED : BROKEN_BUNDLE;
  const next = withCondition(definition, { type: "Established", lastTransitionTime, ...outcome });
  if (!isSameJson(next, definition)) putObject(world, DEFINITIONS, next);
};

const ACCEPTED = { status: "True", reason: "InitialNamesAccepted", message: "the initial names have been accepted" } as const;
const BROKEN_BUNDLE = { status: "False", reason: "InvalidCABundle", message: "The conversion webhook CABundle is invalid" } as const;

const CLEANUP = "customresourcecleanup.apiextensions.k8s.io";
const POLL_MS = 5_000;

const cleanUp = (world: World, definition: CustomResourceDefinition): void => {
  const { metadata, spec } = definition;
  if (metadata.finalizers?.includes(CLEANUP) !== true) return;
  const resource = `${spec.names.plural}.${spec.group}`;
  const client = clientFor(world, "custom-resource-cleaner");
  if (hasCondition(definition, "Established")) {
    for (const object of listObjects(world, resource)) {
      if (object.metadata.deletionTimestamp === undefined) client.delete(resource, object.metadata.namespace, object.metadata.name);
    }
    if (listObjects(world, resource).length > 0) {
      say(world, definition, "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress");
      return enqueueAfter(world, "custom-definition", metadata.name, POLL_MS);
    }
  }
  const finalizers = metadata.finalizers.filter((finalizer) => finalizer !== CLEANUP);
  client.update(DEFINITIONS, { ...definition, metadata: { ...metadata, finalizers } });
};

const say = (world: World, definition: CustomResourceDefinition, status: "True" | "False", reason: string, message: string): void => {
  const next = withCondition(definition, { type: "Terminating", status, lastTransitionTime: toTimestamp(world.nowMs()), reason, message });
  if (!isSameJson(next, definition)) putObject(world, DEFINITIONS, next);
};
