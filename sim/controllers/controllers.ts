import type { Controller } from "../controller-runtime/controller.ts";
import { deviceClaimController } from "../devices/device-claim-controller.ts";
import { ephemeralVolumes } from "../storage/ephemeral-volumes.ts";
import { localPathProvisioner } from "../storage/local-path-provisioner.ts";
import { volumeBinder } from "../storage/volume-binder.ts";
import { claimProtection, volumeProtection } from "../storage/volume-protection.ts";
import { roleAggregationController } from "./cluster-roles/role-aggregation-controller.ts";
import { cronJobController } from "./cronjob/cronjob-controller.ts";
import { definitionController } from "./custom-definitions/definition-controller.ts";
import { daemonSetController } from "./daemonset/daemonset-controller.ts";
import { deploymentController } from "./deployment/deployment-controller.ts";
import { disruptionController } from "./disruption/disruption-controller.ts";
import { endpointsController } from "./endpoints/endpoints-controller.ts";
import { endpointSliceController } from "./endpointslice/endpointslice-controller.ts";
import { endpointSliceMirroringController } from "./endpointslice-mirroring/endpointslice-mirroring-controller.ts";
import { garbageCollector } from "./garbage-collector/garbage-collector.ts";
import { horizontalAutoscaler } from "./horizontal-autoscaler/horizontal-autoscaler.ts";
import { jobController } from "./job/job-controller.ts";
import { namespaceController } from "./namespace/namespace-controller.ts";
import { nodeLifecycleController } from "./node-lifecycle/node-lifecycle-controller.ts";
import { podGarbageCollector } from "./node-lifecycle/pod-garbage-collector.ts";
import { taintEvictionController } from "./node-lifecycle/taint-eviction-controller.ts";
import { terminatedPodCollector } from "./node-lifecycle/terminated-pod-collector.ts";
import { replicaSetController, replicationController } from "./replicaset/replicaset-controller.ts";
import { addressKeeper } from "./service-addresses/address-keeper.ts";
import { rootCaPublisher } from "./serviceaccount/root-ca-publisher.ts";
import { serviceAccountController } from "./serviceaccount/serviceaccount-controller.ts";
import { statefulSetController } from "./statefulset/statefulset-controller.ts";

/** All controllers of the control plane. */
export const CONTROLLERS: readonly Controller[] = Object.freeze([
  addressKeeper,
  claimProtection,
  cronJobController,
  daemonSetController,
  definitionController,
  deploymentController,
  deviceClaimController,
  disruptionController,
  endpointSliceController,
  endpointSliceMirroringController,
  endpointsController,
  ephemeralVolumes,
  garbageCollector,
  horizontalAutoscaler,
  jobController,
  localPathProvisioner,
  namespaceController,
  nodeLifecycleController,
  podGarbageCollector,
  replicaSetController,
  replicationController,
  roleAggregationController,
  rootCaPublisher,
  serviceAccountController,
  statefulSetController,
  taintEvictionController,
  terminatedPodCollector,
  volumeBinder,
  volumeProtection,
]);
