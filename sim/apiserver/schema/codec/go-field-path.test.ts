import { expect, test } from "vitest";
import { decodeObject } from "./decode.ts";

/** Decoder's error for a pod with this spec, without its fixed beginning. */
const problemOf = (spec: object): string | undefined => decodeObject("Pod", { spec }).error?.replace(/^.* into Go struct field /, "");
const container = (more: object) => ({ containers: [{ name: "c", ...more }] });

// As a real API server of v1.35.4 answered.
test.each([
  [
    container({ env: [{ name: "A", valueFrom: { configMapKeyRef: { name: true, key: "k" } } }] }),
    "ConfigMapKeySelector.spec.containers.env.valueFrom.configMapKeyRef.LocalObjectReference.name of type string",
  ],
  [
    container({ livenessProbe: { httpGet: { port: true } } }),
    "HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32",
  ],
  [container({ livenessProbe: { periodSeconds: "x" } }), "Probe.spec.containers.livenessProbe.periodSeconds of type int32"],
  [
    container({ envFrom: [{ configMapRef: { name: 5 } }] }),
    "ConfigMapEnvSource.spec.containers.envFrom.configMapRef.LocalObjectReference.name of type string",
  ],
  [
    { volumes: [{ name: "v", storageos: { volumeNamespace: false } }] },
    "StorageOSVolumeSource.spec.volumes.VolumeSource.storageos.volumeNamespace of type string",
  ],
])("the path of a field that is of the wrong type names the structs embedded on the way: %j", (spec, told) => {
  expect(problemOf(spec)).toBe(told);
});
