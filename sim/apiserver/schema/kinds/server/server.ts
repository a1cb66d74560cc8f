import { capacityKind, driverKind, driversOfNodeKind } from "../storage/storage-drivers.ts";
import { attachmentKind, attributesClassKind } from "../storage/volume-attachment.ts";
import { controllerRevisionKind } from "../workloads/controller-revision.ts";
import { apiServiceKind } from "./api-service.ts";
import { flowSchemaKind } from "./flow-schema.ts";
import { priorityLevelKind } from "./priority-level.ts";
import { runtimeClassKind } from "./runtime-class.ts";
import { ipAddressKind, serviceRangeKind } from "./service-ranges.ts";

/** Kinds by which the cluster's own parts tell each other what there is. */
export const serverKinds = {
  "apiservices.apiregistration.k8s.io": apiServiceKind,
  "flowschemas.flowcontrol.apiserver.k8s.io": flowSchemaKind,
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": priorityLevelKind,
  "servicecidrs.networking.k8s.io": serviceRangeKind,
  "ipaddresses.networking.k8s.io": ipAddressKind,
  "runtimeclasses.node.k8s.io": runtimeClassKind,
  "csidrivers.storage.k8s.io": driverKind,
  "csinodes.storage.k8s.io": driversOfNodeKind,
  "csistoragecapacities.storage.k8s.io": capacityKind,
  "volumeattachments.storage.k8s.io": attachmentKind,
  "volumeattributesclasses.storage.k8s.io": attributesClassKind,
  "controllerrevisions.apps": controllerRevisionKind,
};
