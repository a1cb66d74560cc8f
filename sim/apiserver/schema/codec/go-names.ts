/** A struct as Go's decoder names it when it is the owner of a field, `EndpointPort`. */
export const goStruct = (shape: string): string => RENAMED[shape] ?? shape;

/** A struct as Go's decoder names it when it is what should have been there, `v2.MetricSpec`; the older autoscalers share a few. */
export const goStructType = (shape: string, owner = ""): string =>
  `${AUTOSCALING_V2.has(shape) && !owner.endsWith("V1") ? "v2" : "v1"}.${goStruct(shape)}`;

/** The name that Go gives to the leaves of a field, `v1.TaintEffect`; undefined where they are plain. */
export const goLeafType = (shape: string, field: string): string | undefined => LEAF_TYPES.get(`${shape}.${field}`);

/** Shapes that are named apart here, since two groups call different structs alike. */
const RENAMED: Readonly<Record<string, string>> = {
  DefinitionMetadata: "CustomResourceDefinition",
  DriverTokenRequest: "TokenRequest",
  EndpointSlicePort: "EndpointPort",
  FlowSubject: "Subject",
  HorizontalPodAutoscalerSpecV1: "HorizontalPodAutoscalerSpec",
  HorizontalPodAutoscalerStatusV1: "HorizontalPodAutoscalerStatus",
  HorizontalPodAutoscalerV1: "HorizontalPodAutoscaler",
  NewEvent: "Event",
  WebhookServiceReference: "ServiceReference",
};

const AUTOSCALING_V2: ReadonlySet<string> = new Set(
  `ContainerResourceMetricSource ContainerResourceMetricStatus CrossVersionObjectReference ExternalMetricSource
   ExternalMetricStatus HPAScalingPolicy HPAScalingRules HorizontalPodAutoscaler
   HorizontalPodAutoscalerBehavior HorizontalPodAutoscalerCondition HorizontalPodAutoscalerSpec HorizontalPodAutoscalerStatus
   MetricIdentifier MetricSpec MetricStatus MetricTarget
   MetricValueStatus ObjectMetricSource ObjectMetricStatus PodsMetricSource
   PodsMetricStatus ResourceMetricSource ResourceMetricStatus`.split(/\s+/),
);

/** The named types of the API and the fields whose leaves have them, from the Go sources of Kubernetes 1.35. */
const FIELDS_BY_TYPE: Readonly<Record<string, string>> = {
  "types.UID":
    "BoundObjectReference.uid ConfigMapNodeConfigSource.uid ObjectMeta.uid ObjectReference.uid OwnerReference.uid Preconditions.uid UncountedTerminatedPods.failed UncountedTerminatedPods.succeeded",
  "v1.APIServiceConditionType": "APIServiceCondition.type",
  "v1.AddressType": "EndpointSlice.addressType",
  "v1.AppArmorProfileType": "AppArmorProfile.type",
  "v1.AzureDataDiskCachingMode": "AzureDiskVolumeSource.cachingMode",
  "v1.AzureDataDiskKind": "AzureDiskVolumeSource.kind",
  "v1.Capability": "Capabilities.add Capabilities.drop",
  "v1.CompletionMode": "JobSpec.completionMode",
  "v1.ConcurrencyPolicy": "CronJobSpec.concurrencyPolicy",
  "v1.ConditionStatus":
    "APIServiceCondition.status CertificateSigningRequestCondition.status Condition.status DaemonSetCondition.status DeploymentCondition.status FlowSchemaCondition.status HorizontalPodAutoscalerCondition.status JobCondition.status NamespaceCondition.status NodeCondition.status PersistentVolumeClaimCondition.status PodCondition.status PodFailurePolicyOnPodConditionsPattern.status PriorityLevelConfigurationCondition.status ReplicaSetCondition.status ReplicationControllerCondition.status StatefulSetCondition.status",
  "v1.ContainerRestartPolicy": "Container.restartPolicy EphemeralContainer.restartPolicy",
  "v1.ContainerRestartRuleAction": "ContainerRestartRule.action",
  "v1.ContainerRestartRuleOnExitCodesOperator": "ContainerRestartRuleOnExitCodes.operator",
  "v1.CoordinatedLeaseStrategy": "LeaseSpec.strategy",
  "v1.DNSPolicy": "PodSpec.dnsPolicy",
  "v1.DaemonSetConditionType": "DaemonSetCondition.type",
  "v1.DaemonSetUpdateStrategyType": "DaemonSetUpdateStrategy.type",
  "v1.DeletionPropagation": "DeleteOptions.propagationPolicy",
  "v1.DeploymentConditionType": "DeploymentCondition.type",
  "v1.DeploymentStrategyType": "DeploymentStrategy.type",
  "v1.FSGroupPolicy": "CSIDriverSpec.fsGroupPolicy",
  "v1.FailurePolicyType": "MutatingWebhook.failurePolicy ValidatingAdmissionPolicySpec.failurePolicy ValidatingWebhook.failurePolicy",
  "v1.FieldSelectorOperator": "FieldSelectorRequirement.operator",
  "v1.FinalizerName": "NamespaceSpec.finalizers",
  "v1.FlowDistinguisherMethodType": "FlowDistinguisherMethod.type",
  "v1.FlowSchemaConditionType": "FlowSchemaCondition.type",
  "v1.HostPathType": "HostPathVolumeSource.type",
  "v1.IPFamily": "ServiceSpec.ipFamilies",
  "v1.IPFamilyPolicy": "ServiceSpec.ipFamilyPolicy",
  "v1.JobConditionType": "JobCondition.type",
  "v1.KeyUsage": "CertificateSigningRequestSpec.usages",
  "v1.LabelSelectorOperator": "LabelSelectorRequirement.operator",
  "v1.LimitResponseType": "LimitResponse.type",
  "v1.LimitType": "LimitRangeItem.type",
  "v1.LoadBalancerIPMode": "LoadBalancerIngress.ipMode",
  "v1.ManagedFieldsOperationType": "ManagedFieldsEntry.operation",
  "v1.MatchPolicyType": "MatchResources.matchPolicy MutatingWebhook.matchPolicy ValidatingWebhook.matchPolicy",
  "v1.MountPropagationMode": "VolumeMount.mountPropagation",
  "v1.NamespaceConditionType": "NamespaceCondition.type",
  "v1.NamespacePhase": "NamespaceStatus.phase",
  "v1.NodeAddressType": "NodeAddress.type",
  "v1.NodeConditionType": "NodeCondition.type",
  "v1.NodeInclusionPolicy": "TopologySpreadConstraint.nodeAffinityPolicy TopologySpreadConstraint.nodeTaintsPolicy",
  "v1.NodePhase": "NodeStatus.phase",
  "v1.NodeSelectorOperator": "NodeSelectorRequirement.operator",
  "v1.OSName": "PodOS.name",
  "v1.OperationType": "NamedRuleWithOperations.operations RuleWithOperations.operations",
  "v1.ParameterNotFoundActionType": "ParamRef.parameterNotFoundAction",
  "v1.PathType": "HTTPIngressPath.pathType",
  "v1.PersistentVolumeAccessMode":
    "PersistentVolumeClaimSpec.accessModes PersistentVolumeClaimStatus.accessModes PersistentVolumeSpec.accessModes",
  "v1.PersistentVolumeClaimConditionType": "PersistentVolumeClaimCondition.type",
  "v1.PersistentVolumeClaimModifyVolumeStatus": "ModifyVolumeStatus.status",
  "v1.PersistentVolumeClaimPhase": "PersistentVolumeClaimStatus.phase",
  "v1.PersistentVolumeClaimRetentionPolicyType":
    "StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled",
  "v1.PersistentVolumeMode": "PersistentVolumeClaimSpec.volumeMode PersistentVolumeSpec.volumeMode",
  "v1.PersistentVolumePhase": "PersistentVolumeStatus.phase",
  "v1.PersistentVolumeReclaimPolicy": "PersistentVolumeSpec.persistentVolumeReclaimPolicy StorageClass.reclaimPolicy",
  "v1.PodConditionType": "PodCondition.type PodFailurePolicyOnPodConditionsPattern.type PodReadinessGate.conditionType",
  "v1.PodFSGroupChangePolicy": "PodSecurityContext.fsGroupChangePolicy",
  "v1.PodFailurePolicyAction": "PodFailurePolicyRule.action",
  "v1.PodFailurePolicyOnExitCodesOperator": "PodFailurePolicyOnExitCodesRequirement.operator",
  "v1.PodManagementPolicyType": "StatefulSetSpec.podManagementPolicy",
  "v1.PodPhase": "PodStatus.phase",
  "v1.PodQOSClass": "PodStatus.qosClass",
  "v1.PodReplacementPolicy": "JobSpec.podReplacementPolicy",
  "v1.PodResizeStatus": "PodStatus.resize",
  "v1.PodSELinuxChangePolicy": "PodSecurityContext.seLinuxChangePolicy",
  "v1.PolicyType": "NetworkPolicySpec.policyTypes",
  "v1.PreemptionPolicy": "PodSpec.preemptionPolicy",
  "v1.PriorityLevelConfigurationConditionType": "PriorityLevelConfigurationCondition.type",
  "v1.PriorityLevelEnablement": "PriorityLevelConfigurationSpec.type",
  "v1.ProcMountType": "SecurityContext.procMount",
  "v1.Protocol":
    "ContainerPort.protocol EndpointPort.protocol EndpointSlicePort.protocol IngressPortStatus.protocol NetworkPolicyPort.protocol PortStatus.protocol ServicePort.protocol",
  "v1.PullPolicy": "Container.imagePullPolicy EphemeralContainer.imagePullPolicy ImageVolumeSource.pullPolicy",
  "v1.RecursiveReadOnlyMode": "VolumeMount.recursiveReadOnly VolumeMountStatus.recursiveReadOnly",
  "v1.ReinvocationPolicyType": "MutatingWebhook.reinvocationPolicy",
  "v1.ReplicaSetConditionType": "ReplicaSetCondition.type",
  "v1.ReplicationControllerConditionType": "ReplicationControllerCondition.type",
  "v1.RequestConditionType": "CertificateSigningRequestCondition.type",
  "v1.ResourceHealthStatus": "ResourceHealth.health",
  "v1.ResourceID": "ResourceHealth.resourceID",
  "v1.ResourceList":
    "ContainerStatus.allocatedResources LimitRangeItem.default LimitRangeItem.defaultRequest LimitRangeItem.max LimitRangeItem.maxLimitRequestRatio LimitRangeItem.min NodeStatus.allocatable NodeStatus.capacity Overhead.podFixed PersistentVolumeClaimStatus.allocatedResources PersistentVolumeClaimStatus.capacity PersistentVolumeSpec.capacity PodSpec.overhead PodStatus.allocatedResources ResourceQuotaSpec.hard ResourceQuotaStatus.hard ResourceQuotaStatus.used ResourceRequirements.limits ResourceRequirements.requests VolumeResourceRequirements.limits VolumeResourceRequirements.requests",
  "v1.ResourceName":
    "ContainerResizePolicy.resourceName ContainerResourceMetricSource.name ContainerResourceMetricStatus.name ResourceMetricSource.name ResourceMetricStatus.name ResourceStatus.name",
  "v1.ResourceQuotaScope": "ResourceQuotaSpec.scopes ScopedResourceSelectorRequirement.scopeName",
  "v1.ResourceResizeRestartPolicy": "ContainerResizePolicy.restartPolicy",
  "v1.RestartPolicy": "PodSpec.restartPolicy",
  "v1.ScopeSelectorOperator": "ScopedResourceSelectorRequirement.operator",
  "v1.ScopeType": "NamedRuleWithOperations.scope RuleWithOperations.scope",
  "v1.SeccompProfileType": "SeccompProfile.type",
  "v1.SecretType": "Secret.type",
  "v1.ServiceAffinity": "ServiceSpec.sessionAffinity",
  "v1.ServiceExternalTrafficPolicy": "ServiceSpec.externalTrafficPolicy",
  "v1.ServiceInternalTrafficPolicy": "ServiceSpec.internalTrafficPolicy",
  "v1.ServiceType": "ServiceSpec.type",
  "v1.SideEffectClass": "MutatingWebhook.sideEffects ValidatingWebhook.sideEffects",
  "v1.Signal": "ContainerStatus.stopSignal Lifecycle.stopSignal",
  "v1.StatefulSetConditionType": "StatefulSetCondition.type",
  "v1.StatefulSetUpdateStrategyType": "StatefulSetUpdateStrategy.type",
  "v1.StatusReason": "Validation.reason",
  "v1.StorageMedium": "EmptyDirVolumeSource.medium",
  "v1.SubjectKind": "FlowSubject.kind",
  "v1.SupplementalGroupsPolicy": "PodSecurityContext.supplementalGroupsPolicy",
  "v1.TaintEffect": "Taint.effect Toleration.effect",
  "v1.TerminationMessagePolicy": "Container.terminationMessagePolicy EphemeralContainer.terminationMessagePolicy",
  "v1.TolerationOperator": "Toleration.operator",
  "v1.URIScheme": "HTTPGetAction.scheme",
  "v1.UnhealthyPodEvictionPolicyType": "PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy",
  "v1.UniqueVolumeName": "AttachedVolume.name NodeStatus.volumesInUse",
  "v1.UnsatisfiableConstraintAction": "TopologySpreadConstraint.whenUnsatisfiable",
  "v1.ValidationAction": "ValidatingAdmissionPolicyBindingSpec.validationActions",
  "v1.VolumeBindingMode": "StorageClass.volumeBindingMode",
  "v1.VolumeLifecycleMode": "CSIDriverSpec.volumeLifecycleModes",
  "v2.HPAScalingPolicyType": "HPAScalingPolicy.type",
  "v2.HorizontalPodAutoscalerConditionType": "HorizontalPodAutoscalerCondition.type",
  "v2.MetricSourceType": "MetricSpec.type MetricStatus.type",
  "v2.MetricTargetType": "MetricTarget.type",
  "v2.ScalingPolicySelect": "HPAScalingRules.selectPolicy",
};

const LEAF_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(FIELDS_BY_TYPE).flatMap(([type, fields]) => fields.split(" ").map((field) => [field, type] as const)),
);
