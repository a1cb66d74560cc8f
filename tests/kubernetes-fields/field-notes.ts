/** Fields without an effect, and what happens instead of it. */
export interface FieldNote {
  readonly note: string;
  /** `Type.field`, or `Type` for all fields of a type. */
  readonly fields: readonly string[];
}

/** Every field that no code reads, by what that means to who sets it. */
export const FIELD_NOTES: readonly FieldNote[] = [
  {
    note: "Volumes of storage systems outside the cluster: a simulated node has no drivers for them, and such a volume is an empty folder.",
    fields: [
      ...["awsElasticBlockStore", "azureDisk", "azureFile", "cephfs", "cinder", "fc", "flexVolume", "flocker", "gcePersistentDisk"].map(
        of("Volume"),
      ),
      ...["gitRepo", "glusterfs", "iscsi", "nfs", "photonPersistentDisk", "portworxVolume", "quobyte", "rbd", "scaleIO"].map(of("Volume")),
      ...["storageos", "vsphereVolume"].map(of("Volume")),
      ...["AWSElasticBlockStoreVolumeSource", "AzureDiskVolumeSource", "AzureFileVolumeSource", "CephFSVolumeSource", "CinderVolumeSource"],
      ...["CSIVolumeSource", "FCVolumeSource", "FlexVolumeSource", "FlockerVolumeSource", "GCEPersistentDiskVolumeSource"],
      ...["GlusterfsVolumeSource", "ISCSIVolumeSource", "NFSVolumeSource", "PhotonPersistentDiskVolumeSource", "PortworxVolumeSource"],
      ...["QuobyteVolumeSource", "RBDVolumeSource", "ScaleIOVolumeSource", "StorageOSVolumeSource", "VsphereVirtualDiskVolumeSource"],
    ],
  },
  {
    note: "Raw blocks, copies and classes of volumes, and how mounts spread: volumes are folders, new ones are empty, and each mount is one container's.",
    fields: [
      ...["Container.volumeDevices", "EphemeralContainer.volumeDevices", "VolumeDevice", "VolumeMount.mountPropagation"],
      ...[
        "PersistentVolumeClaimSpec.dataSource",
        "PersistentVolumeClaimSpec.dataSourceRef",
        "PersistentVolumeClaimSpec.volumeAttributesClassName",
      ],
      ...["TypedLocalObjectReference", "TypedObjectReference", "ModifyVolumeStatus"],
      ...["allocatedResourceStatuses", "currentVolumeAttributesClassName", "modifyVolumeStatus"].map(of("PersistentVolumeClaimStatus")),
    ],
  },
  { note: "Pulled as `IfNotPresent` is.", fields: ["ImageVolumeSource.pullPolicy"] },
  {
    note: "Files of certificates: nobody issues any to pods, and the folder lacks them.",
    fields: [
      "VolumeProjection.clusterTrustBundle",
      "VolumeProjection.podCertificate",
      "ClusterTrustBundleProjection",
      "PodCertificateProjection",
    ],
  },
  { note: "Variables from files of a volume are not set.", fields: ["EnvVarSource.fileKeyRef", "FileKeySelector"] },
  {
    note: "A container that ends is restarted by `restartPolicy` alone.",
    fields: [
      "Container.restartPolicyRules",
      "EphemeralContainer.restartPolicyRules",
      "ContainerRestartRule",
      "ContainerRestartRuleOnExitCodes",
    ],
  },
  {
    note: "Containers are stopped with TERM; a real server drops the field unless a feature gate is open.",
    fields: ["Lifecycle.stopSignal"],
  },
  {
    note: "Pods are scheduled one by one; a real server drops the field unless a feature gate is open.",
    fields: ["PodSpec.workloadRef", "WorkloadReference"],
  },
  {
    note: "Probes and hooks send no headers of their own; programs do not look at them.",
    fields: ["HTTPGetAction.httpHeaders", "HTTPHeader"],
  },
  {
    note: "Profiles of the kernel's security modules, kernel settings and groups of files: there is no kernel that applies them.",
    fields: [
      ...["AppArmorProfile.localhostProfile", "SeccompProfile.localhostProfile", "Sysctl.value"],
      ...["fsGroupChangePolicy", "seLinuxChangePolicy", "supplementalGroupsPolicy"].map(of("PodSecurityContext")),
    ],
  },
  {
    note: "Nodes run Linux.",
    fields: ["gmsaCredentialSpec", "gmsaCredentialSpecName", "runAsUserName"].map(of("WindowsSecurityContextOptions")),
  },
  {
    note: "Traffic from outside and balancers: a node port leads to every endpoint, no balancer gives addresses, and endpoints have no hints of zones.",
    fields: [
      ...["externalIPs", "externalTrafficPolicy", "healthCheckNodePort", "loadBalancerClass", "loadBalancerIP"].map(of("ServiceSpec")),
      ...["loadBalancerSourceRanges", "trafficDistribution"].map(of("ServiceSpec")),
    ],
  },
  {
    note: "With session affinity a client stays with its endpoint as long as that is there.",
    fields: ["ServiceSpec.sessionAffinityConfig", "SessionAffinityConfig", "ClientIPConfig"],
  },
];

function of(type: string): (field: string) => string {
  return (field) => `${type}.${field}`;
}
