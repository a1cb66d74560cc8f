import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "resourcequota/compute-resources",
  params: { target: "deployment/search", quota: "resourcequota/compute-resources", cpu: "1800m" },
  resources: [
    "quota/compute-resources",
    "resourcequotas.v1/compute-resources",
    "resourcequotas/compute-resources",
    "resourcequota/hotel-reservation/compute-resources",
  ],
  otherResources: ["resourcequota/team-quota", "deployment/search", "limitrange/compute-resources"],
  texts: [
    "ResourceQuota compute-resources allows only 1800m of CPU, so the pod of search cannot be created.",
    "search gets no pods: exceeded quota: compute-resources, requested: requests.cpu=100m, used: requests.cpu=1850m, limited: requests.cpu=1800m.",
    "The resource quota compute-resources caps requests.cpu below what the application requests.",
    "resourcequota/compute-resources has its CPU exhausted, new pods are forbidden.",
    "The CPU quota compute-resources is used up; search's new pod was refused.",
    "The new pods of search are forbidden: quota compute-resources on CPU requests has been exceeded.",
    "Quota compute-resources limits the CPU requests of the namespace to 1800m, less than the application has.",
    "Someone created a ResourceQuota named compute-resources with requests.cpu 1800m which is too low for this namespace.",
    "New pods of search are refused by the quota compute-resources: its CPU limit is reached.",
    "FailedCreate on search: exceeded quota: compute-resources, requested: requests.cpu=100m.",
    "The CPU quota compute-resources is exhausted and search cannot create its pod.",
    "ResourceQuota/compute-resources leaves no CPU for search.",
    "search has no pod since the CPU of quota compute-resources is used up.",
    "resourcequota compute-resources sets hard requests.cpu to 1800m, and others request all of it.",
  ],
  types: [
    "quota-cpu",
    "cpu-quota",
    "cpu quota exceeded",
    "exceeded quota: requests.cpu",
    "quota on cpu requests too low",
    "cpu-quota-exhausted",
    "resource quota exceeded: cpu",
    "requests.cpu quota reached",
  ],
} satisfies FaultTexts;
