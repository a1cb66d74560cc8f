import { expect, test } from "vitest";
import { FIELD_NOTES } from "../kubernetes-fields/field-notes.ts";
import { findUnread } from "../kubernetes-fields/render-fields.ts";
import { SPECS, unreadFields, wordsOf } from "../kubernetes-fields/unread-fields.ts";

test("each field that no code reads has a note, and no other has", () => {
  const unread = findUnread();
  const noted = new Set(FIELD_NOTES.flatMap(({ fields }) => fields));
  const isNoted = ({ type, name }: (typeof unread)[number]): boolean => noted.has(type) || noted.has(`${type}.${name}`);
  const missing = unread.filter((field) => !isNoted(field)).map(({ type, name }) => `${type}.${name}`);
  const isUnread = (entry: string): boolean => unread.some(({ type, name }) => entry === type || entry === `${type}.${name}`);
  expect({ missing, needless: [...noted].filter((entry) => !isUnread(entry)) }).toEqual({ missing: [], needless: [] });
});

test("fields that decide where pods run, what scales them and who may reach them are read", () => {
  const unread = new Set(findUnread().map(({ type, name }) => `${type}.${name}`));
  const read = [
    ...["matchLabelKeys", "nodeAffinityPolicy", "nodeTaintsPolicy", "minDomains"].map((name) => `TopologySpreadConstraint.${name}`),
    ...["matchLabelKeys", "mismatchLabelKeys", "namespaceSelector"].map((name) => `PodAffinityTerm.${name}`),
    ...["HPAScalingRules.tolerance", "ContainerResourceMetricSource.container", "PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy"],
    ...["NetworkPolicyPort.endPort", "IPBlock.except", "ServiceSpec.sessionAffinity", "JobSpec.managedBy", "PodSpec.setHostnameAsFQDN"],
  ];
  expect(read.filter((field) => unread.has(field))).toEqual([]);
});

test("a word that many types share is read only where something leads to its type", () => {
  const sourceOf = (text: string) => [{ path: "a.ts", words: wordsOf(text) }];
  const isUnread = (text: string, wanted: string): boolean =>
    unreadFields([SPECS["Pod"] as string], sourceOf(text)).some(({ type, name }) => `${type}.${name}` === wanted);
  expect(isUnread("const { readOnly } = mount;", "NFSVolumeSource.readOnly")).toBe(true);
  expect(isUnread("const { readOnly } = volume.nfs;", "NFSVolumeSource.readOnly")).toBe(false);
  expect(isUnread("pod.spec.hostNetwork", "PodSpec.hostNetwork")).toBe(false);
  expect(isUnread("// pod.spec.hostNetwork\n/* hostNetwork */", "PodSpec.hostNetwork")).toBe(true);
});
