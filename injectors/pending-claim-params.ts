import { z } from "zod";
import { objectRef } from "#kube/checks/fault-target.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { type SingleVolume, singleClaim } from "./single-volume.ts";
import { type TemplateParams, templateParams } from "./unschedulable-template.ts";

/** A Deployment without state that gets a volume, and how the template came into force. */
export interface ClaimParams extends TemplateParams, SingleVolume {}

/** Schemas of the parameters that all faults of such a claim have. */
export const claimParams = {
  ...templateParams,
  target: objectRef("deployment"),
  volume: z.string().min(1),
  claim: z.string().min(1),
  path: z.string().startsWith("/"),
} as const;

/** The claim with what is wrong with it. */
export const wrongClaim = (
  { claim }: ClaimParams,
  namespace: string,
  wrong: Partial<PersistentVolumeClaim["spec"]>,
): PersistentVolumeClaim => {
  const right = singleClaim(claim, namespace);
  return { ...right, spec: { ...right.spec, ...wrong } };
};

/** Text of the claim for an agent's own namespace: as it should be, or with what is wrong. */
export const claimText = ({ claim }: ClaimParams, wrong: Partial<PersistentVolumeClaim["spec"]> = {}): string => {
  const { apiVersion, kind, spec } = singleClaim(claim, "");
  return JSON.stringify({ apiVersion, kind, metadata: { name: claim }, spec: { ...spec, ...wrong } });
};
