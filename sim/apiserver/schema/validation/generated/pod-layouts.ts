// Written by tooling/write-pod-layouts.ts.

/** One struct a line: its name and its fields in order; those of a field with a wave stand among its owner's. */
export const POD_STRUCTS = `AWSElasticBlockStoreVolumeSource VolumeID:string FSType:string Partition:int32 ReadOnly:bool
Affinity NodeAffinity:*NodeAffinity PodAffinity:*PodAffinity PodAntiAffinity:*PodAntiAffinity
AppArmorProfile Type:string LocalhostProfile:*string
AzureDiskVolumeSource DiskName:string DataDiskURI:string CachingMode:*string FSType:*string ReadOnly:*bool Kind:*string
AzureFilePersistentVolumeSource SecretName:string ShareName:string ReadOnly:bool SecretNamespace:*string
AzureFileVolumeSource SecretName:string ShareName:string ReadOnly:bool
CSIPersistentVolumeSource Driver:string VolumeHandle:string ReadOnly:bool FSType:string VolumeAttributes:map[string]string ControllerPublishSecretRef:*SecretReference NodeStageSecretRef:*SecretReference NodePublishSecretRef:*SecretReference ControllerExpandSecretRef:*SecretReference NodeExpandSecretRef:*SecretReference
CSIVolumeSource Driver:string ReadOnly:*bool FSType:*string VolumeAttributes:map[string]string NodePublishSecretRef:*LocalObjectReference
Capabilities Add:[]string Drop:[]string
CephFSPersistentVolumeSource Monitors:[]string Path:string User:string SecretFile:string SecretRef:*SecretReference ReadOnly:bool
CephFSVolumeSource Monitors:[]string Path:string User:string SecretFile:string SecretRef:*LocalObjectReference ReadOnly:bool
CinderPersistentVolumeSource VolumeID:string FSType:string ReadOnly:bool SecretRef:*SecretReference
CinderVolumeSource VolumeID:string FSType:string ReadOnly:bool SecretRef:*LocalObjectReference
ClusterTrustBundleProjection Name:*string SignerName:*string LabelSelector:*metav1.LabelSelector Optional:*bool Path:string
ConfigMapEnvSource ~LocalObjectReference:LocalObjectReference Optional:*bool
ConfigMapKeySelector ~LocalObjectReference:LocalObjectReference Key:string Optional:*bool
ConfigMapProjection ~LocalObjectReference:LocalObjectReference Items:[]KeyToPath Optional:*bool
ConfigMapVolumeSource ~LocalObjectReference:LocalObjectReference Items:[]KeyToPath DefaultMode:*int32 Optional:*bool
Container Name:string Image:string Command:[]string Args:[]string WorkingDir:string Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:*string RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath:string TerminationMessagePolicy:string ImagePullPolicy:string SecurityContext:*SecurityContext Stdin:bool StdinOnce:bool TTY:bool
ContainerPort Name:string HostPort:int32 ContainerPort:int32 Protocol:string HostIP:string
ContainerResizePolicy ResourceName:string RestartPolicy:string
ContainerRestartRule Action:string ExitCodes:*ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes Operator:string Values:[]int32
DownwardAPIProjection Items:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile Path:string FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector Mode:*int32
DownwardAPIVolumeSource Items:[]DownwardAPIVolumeFile DefaultMode:*int32
EmptyDirVolumeSource Medium:string SizeLimit:*resource.Quantity
EnvFromSource Prefix:string ConfigMapRef:*ConfigMapEnvSource SecretRef:*SecretEnvSource
EnvVar Name:string Value:string ValueFrom:*EnvVarSource
EnvVarSource FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector ConfigMapKeyRef:*ConfigMapKeySelector SecretKeyRef:*SecretKeySelector FileKeyRef:*FileKeySelector
EphemeralContainer ~EphemeralContainerCommon:EphemeralContainerCommon TargetContainerName:string
EphemeralContainerCommon Name:string Image:string Command:[]string Args:[]string WorkingDir:string Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:*string RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath:string TerminationMessagePolicy:string ImagePullPolicy:string SecurityContext:*SecurityContext Stdin:bool StdinOnce:bool TTY:bool
EphemeralVolumeSource VolumeClaimTemplate:*PersistentVolumeClaimTemplate
ExecAction Command:[]string
FCVolumeSource TargetWWNs:[]string Lun:*int32 FSType:string ReadOnly:bool WWIDs:[]string
FileKeySelector VolumeName:string Path:string Key:string Optional:*bool
FlexPersistentVolumeSource Driver:string FSType:string SecretRef:*SecretReference ReadOnly:bool Options:map[string]string
FlexVolumeSource Driver:string FSType:string SecretRef:*LocalObjectReference ReadOnly:bool Options:map[string]string
FlockerVolumeSource DatasetName:string DatasetUUID:string
GCEPersistentDiskVolumeSource PDName:string FSType:string Partition:int32 ReadOnly:bool
GRPCAction Port:int32 Service:*string
GitRepoVolumeSource Repository:string Revision:string Directory:string
GlusterfsPersistentVolumeSource EndpointsName:string Path:string ReadOnly:bool EndpointsNamespace:*string
GlusterfsVolumeSource EndpointsName:string Path:string ReadOnly:bool
HTTPGetAction Path:string Port:intstr.IntOrString Host:string Scheme:string HTTPHeaders:[]HTTPHeader
HTTPHeader Name:string Value:string
HostAlias IP:string Hostnames:[]string
HostPathVolumeSource Path:string Type:*string
ISCSIPersistentVolumeSource TargetPortal:string IQN:string Lun:int32 ISCSIInterface:string FSType:string ReadOnly:bool Portals:[]string DiscoveryCHAPAuth:bool SessionCHAPAuth:bool SecretRef:*SecretReference InitiatorName:*string
ISCSIVolumeSource TargetPortal:string IQN:string Lun:int32 ISCSIInterface:string FSType:string ReadOnly:bool Portals:[]string DiscoveryCHAPAuth:bool SessionCHAPAuth:bool SecretRef:*LocalObjectReference InitiatorName:*string
ImageVolumeSource Reference:string PullPolicy:string
KeyToPath Key:string Path:string Mode:*int32
Lifecycle PostStart:*LifecycleHandler PreStop:*LifecycleHandler StopSignal:*string
LifecycleHandler Exec:*ExecAction HTTPGet:*HTTPGetAction TCPSocket:*TCPSocketAction Sleep:*SleepAction
LocalObjectReference Name:string
LocalVolumeSource Path:string FSType:*string
NFSVolumeSource Server:string Path:string ReadOnly:bool
NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution:*NodeSelector PreferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
NodeSelector NodeSelectorTerms:[]NodeSelectorTerm
NodeSelectorRequirement Key:string Operator:string Values:[]string
NodeSelectorTerm MatchExpressions:[]NodeSelectorRequirement MatchFields:[]NodeSelectorRequirement
ObjectFieldSelector APIVersion:string FieldPath:string
ObjectReference Kind:string Namespace:string Name:string UID:types.UID APIVersion:string ResourceVersion:string FieldPath:string
PersistentVolumeClaimSpec AccessModes:[]string Selector:*metav1.LabelSelector Resources:VolumeResourceRequirements VolumeName:string StorageClassName:*string VolumeMode:*string DataSource:*TypedLocalObjectReference DataSourceRef:*TypedObjectReference VolumeAttributesClassName:*string
PersistentVolumeClaimTemplate Spec:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource ClaimName:string ReadOnly:bool
PersistentVolumeSource GCEPersistentDisk:*GCEPersistentDiskVolumeSource AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource HostPath:*HostPathVolumeSource Glusterfs:*GlusterfsPersistentVolumeSource NFS:*NFSVolumeSource RBD:*RBDPersistentVolumeSource Quobyte:*QuobyteVolumeSource ISCSI:*ISCSIPersistentVolumeSource FlexVolume:*FlexPersistentVolumeSource Cinder:*CinderPersistentVolumeSource CephFS:*CephFSPersistentVolumeSource FC:*FCVolumeSource Flocker:*FlockerVolumeSource AzureFile:*AzureFilePersistentVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOPersistentVolumeSource Local:*LocalVolumeSource StorageOS:*StorageOSPersistentVolumeSource CSI:*CSIPersistentVolumeSource
PhotonPersistentDiskVolumeSource PdID:string FSType:string
PodAffinity RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodAffinityTerm LabelSelector:*metav1.LabelSelector Namespaces:[]string TopologyKey:string NamespaceSelector:*metav1.LabelSelector MatchLabelKeys:[]string MismatchLabelKeys:[]string
PodAntiAffinity RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodCertificateProjection SignerName:string KeyType:string MaxExpirationSeconds:*int32 CredentialBundlePath:string KeyPath:string CertificateChainPath:string UserAnnotations:map[string]string
PodDNSConfig Nameservers:[]string Searches:[]string Options:[]PodDNSConfigOption
PodDNSConfigOption Name:string Value:*string
PodOS Name:string
PodReadinessGate ConditionType:string
PodResourceClaim Name:string ResourceClaimName:*string ResourceClaimTemplateName:*string
PodSchedulingGate Name:string
PodSecurityContext HostNetwork:bool HostPID:bool HostIPC:bool ShareProcessNamespace:*bool HostUsers:*bool SELinuxOptions:*SELinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser:*int64 RunAsGroup:*int64 RunAsNonRoot:*bool SupplementalGroups:[]int64 SupplementalGroupsPolicy:*string FSGroup:*int64 FSGroupChangePolicy:*string Sysctls:[]Sysctl SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile SELinuxChangePolicy:*string
PodSpec Volumes:[]Volume InitContainers:[]Container Containers:[]Container EphemeralContainers:[]EphemeralContainer RestartPolicy:string TerminationGracePeriodSeconds:*int64 ActiveDeadlineSeconds:*int64 DNSPolicy:string NodeSelector:map[string]string ServiceAccountName:string AutomountServiceAccountToken:*bool NodeName:string SecurityContext:*PodSecurityContext ImagePullSecrets:[]LocalObjectReference Hostname:string Subdomain:string SetHostnameAsFQDN:*bool Affinity:*Affinity SchedulerName:string Tolerations:[]Toleration HostAliases:[]HostAlias PriorityClassName:string Priority:*int32 PreemptionPolicy:*string DNSConfig:*PodDNSConfig ReadinessGates:[]PodReadinessGate RuntimeClassName:*string Overhead:map[ResourceName]resource.Quantity EnableServiceLinks:*bool TopologySpreadConstraints:[]TopologySpreadConstraint OS:*PodOS SchedulingGates:[]PodSchedulingGate ResourceClaims:[]PodResourceClaim Resources:*ResourceRequirements HostnameOverride:*string WorkloadRef:*WorkloadReference
PortworxVolumeSource VolumeID:string FSType:string ReadOnly:bool
PreferredSchedulingTerm Weight:int32 Preference:NodeSelectorTerm
Probe ~ProbeHandler:ProbeHandler InitialDelaySeconds:int32 TimeoutSeconds:int32 PeriodSeconds:int32 SuccessThreshold:int32 FailureThreshold:int32 TerminationGracePeriodSeconds:*int64
ProbeHandler Exec:*ExecAction HTTPGet:*HTTPGetAction TCPSocket:*TCPSocketAction GRPC:*GRPCAction
ProjectedVolumeSource Sources:[]VolumeProjection DefaultMode:*int32
QuobyteVolumeSource Registry:string Volume:string ReadOnly:bool User:string Group:string Tenant:string
RBDPersistentVolumeSource CephMonitors:[]string RBDImage:string FSType:string RBDPool:string RadosUser:string Keyring:string SecretRef:*SecretReference ReadOnly:bool
RBDVolumeSource CephMonitors:[]string RBDImage:string FSType:string RBDPool:string RadosUser:string Keyring:string SecretRef:*LocalObjectReference ReadOnly:bool
ResourceClaim Name:string Request:string
ResourceFieldSelector ContainerName:string Resource:string Divisor:resource.Quantity
ResourceRequirements Limits:map[ResourceName]resource.Quantity Requests:map[ResourceName]resource.Quantity Claims:[]ResourceClaim
SELinuxOptions User:string Role:string Type:string Level:string
ScaleIOPersistentVolumeSource Gateway:string System:string SecretRef:*SecretReference SSLEnabled:bool ProtectionDomain:string StoragePool:string StorageMode:string VolumeName:string FSType:string ReadOnly:bool
ScaleIOVolumeSource Gateway:string System:string SecretRef:*LocalObjectReference SSLEnabled:bool ProtectionDomain:string StoragePool:string StorageMode:string VolumeName:string FSType:string ReadOnly:bool
SeccompProfile Type:string LocalhostProfile:*string
SecretEnvSource ~LocalObjectReference:LocalObjectReference Optional:*bool
SecretKeySelector ~LocalObjectReference:LocalObjectReference Key:string Optional:*bool
SecretProjection ~LocalObjectReference:LocalObjectReference Items:[]KeyToPath Optional:*bool
SecretReference Name:string Namespace:string
SecretVolumeSource SecretName:string Items:[]KeyToPath DefaultMode:*int32 Optional:*bool
SecurityContext Capabilities:*Capabilities Privileged:*bool SELinuxOptions:*SELinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser:*int64 RunAsGroup:*int64 RunAsNonRoot:*bool ReadOnlyRootFilesystem:*bool AllowPrivilegeEscalation:*bool ProcMount:*string SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile
ServiceAccountTokenProjection Audience:string ExpirationSeconds:int64 Path:string
SleepAction Seconds:int64
StorageOSPersistentVolumeSource VolumeName:string VolumeNamespace:string FSType:string ReadOnly:bool SecretRef:*ObjectReference
StorageOSVolumeSource VolumeName:string VolumeNamespace:string FSType:string ReadOnly:bool SecretRef:*LocalObjectReference
Sysctl Name:string Value:string
TCPSocketAction Port:intstr.IntOrString Host:string
Toleration Key:string Operator:string Value:string Effect:string TolerationSeconds:*int64
TopologySpreadConstraint MaxSkew:int32 TopologyKey:string WhenUnsatisfiable:string LabelSelector:*metav1.LabelSelector MinDomains:*int32 NodeAffinityPolicy:*string NodeTaintsPolicy:*string MatchLabelKeys:[]string
TypedLocalObjectReference APIGroup:*string Kind:string Name:string
TypedObjectReference APIGroup:*string Kind:string Name:string Namespace:*string
Volume Name:string ~VolumeSource:VolumeSource
VolumeDevice Name:string DevicePath:string
VolumeMount Name:string ReadOnly:bool RecursiveReadOnly:*string MountPath:string SubPath:string MountPropagation:*string SubPathExpr:string
VolumeProjection Secret:*SecretProjection DownwardAPI:*DownwardAPIProjection ConfigMap:*ConfigMapProjection ServiceAccountToken:*ServiceAccountTokenProjection ClusterTrustBundle:*ClusterTrustBundleProjection PodCertificate:*PodCertificateProjection
VolumeResourceRequirements Limits:map[ResourceName]resource.Quantity Requests:map[ResourceName]resource.Quantity
VolumeSource HostPath:*HostPathVolumeSource EmptyDir:*EmptyDirVolumeSource GCEPersistentDisk:*GCEPersistentDiskVolumeSource AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource GitRepo:*GitRepoVolumeSource Secret:*SecretVolumeSource NFS:*NFSVolumeSource ISCSI:*ISCSIVolumeSource Glusterfs:*GlusterfsVolumeSource PersistentVolumeClaim:*PersistentVolumeClaimVolumeSource RBD:*RBDVolumeSource Quobyte:*QuobyteVolumeSource FlexVolume:*FlexVolumeSource Cinder:*CinderVolumeSource CephFS:*CephFSVolumeSource Flocker:*FlockerVolumeSource DownwardAPI:*DownwardAPIVolumeSource FC:*FCVolumeSource AzureFile:*AzureFileVolumeSource ConfigMap:*ConfigMapVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource Projected:*ProjectedVolumeSource PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOVolumeSource StorageOS:*StorageOSVolumeSource CSI:*CSIVolumeSource Ephemeral:*EphemeralVolumeSource Image:*ImageVolumeSource
VsphereVirtualDiskVolumeSource VolumePath:string FSType:string StoragePolicyName:string StoragePolicyID:string
WeightedPodAffinityTerm Weight:int32 PodAffinityTerm:PodAffinityTerm
WindowsSecurityContextOptions GMSACredentialSpecName:*string GMSACredentialSpec:*string RunAsUserName:*string HostProcess:*bool
WorkloadReference Name:string PodGroup:string PodGroupReplicaKey:string`;
