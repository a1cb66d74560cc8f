// Written by tooling/write-go-layouts.ts; the grammar is in `../go-layout.ts`.

/** One struct a line: its name and its fields in order. */
export const GO_STRUCTS = `v1.AWSElasticBlockStoreVolumeSource VolumeID=volumeID:string FSType=fsType:string Partition=partition:int32 ReadOnly=readOnly:bool
v1.Affinity NodeAffinity=nodeAffinity:*v1.NodeAffinity PodAffinity=podAffinity:*v1.PodAffinity PodAntiAffinity=podAntiAffinity:*v1.PodAntiAffinity
v1.AppArmorProfile Type=type:v1.AppArmorProfileType LocalhostProfile=localhostProfile:*string
v1.AzureDiskVolumeSource DiskName=diskName:string DataDiskURI=diskURI:string CachingMode=cachingMode:*v1.AzureDataDiskCachingMode FSType=fsType:*string ReadOnly=readOnly:*bool Kind=kind:*v1.AzureDataDiskKind
v1.AzureFilePersistentVolumeSource SecretName=secretName:string ShareName=shareName:string ReadOnly=readOnly:bool SecretNamespace=secretNamespace:*string
v1.AzureFileVolumeSource SecretName=secretName:string ShareName=shareName:string ReadOnly=readOnly:bool
v1.CSIPersistentVolumeSource Driver=driver:string VolumeHandle=volumeHandle:string ReadOnly=readOnly:bool FSType=fsType:string VolumeAttributes=volumeAttributes:map[string]string ControllerPublishSecretRef=controllerPublishSecretRef:*v1.SecretReference NodeStageSecretRef=nodeStageSecretRef:*v1.SecretReference NodePublishSecretRef=nodePublishSecretRef:*v1.SecretReference ControllerExpandSecretRef=controllerExpandSecretRef:*v1.SecretReference NodeExpandSecretRef=nodeExpandSecretRef:*v1.SecretReference
v1.CSIVolumeSource Driver=driver:string ReadOnly=readOnly:*bool FSType=fsType:*string VolumeAttributes=volumeAttributes:map[string]string NodePublishSecretRef=nodePublishSecretRef:*v1.LocalObjectReference
v1.Capabilities Add=add:[]v1.Capability Drop=drop:[]v1.Capability
v1.CephFSPersistentVolumeSource Monitors=monitors:[]string Path=path:string User=user:string SecretFile=secretFile:string SecretRef=secretRef:*v1.SecretReference ReadOnly=readOnly:bool
v1.CephFSVolumeSource Monitors=monitors:[]string Path=path:string User=user:string SecretFile=secretFile:string SecretRef=secretRef:*v1.LocalObjectReference ReadOnly=readOnly:bool
v1.CinderPersistentVolumeSource VolumeID=volumeID:string FSType=fsType:string ReadOnly=readOnly:bool SecretRef=secretRef:*v1.SecretReference
v1.CinderVolumeSource VolumeID=volumeID:string FSType=fsType:string ReadOnly=readOnly:bool SecretRef=secretRef:*v1.LocalObjectReference
v1.ClusterTrustBundleProjection Name=name:*string SignerName=signerName:*string LabelSelector=labelSelector:*v1.LabelSelector Optional=optional:*bool Path=path:string
v1.ConfigMapEnvSource LocalObjectReference=:v1.LocalObjectReference Optional=optional:*bool
v1.ConfigMapKeySelector LocalObjectReference=:v1.LocalObjectReference Key=key:string Optional=optional:*bool
v1.ConfigMapProjection LocalObjectReference=:v1.LocalObjectReference Items=items:[]v1.KeyToPath Optional=optional:*bool
v1.ConfigMapVolumeSource LocalObjectReference=:v1.LocalObjectReference Items=items:[]v1.KeyToPath DefaultMode=defaultMode:*int32 Optional=optional:*bool
v1.Container Name=name:string Image=image:string Command=command:[]string Args=args:[]string WorkingDir=workingDir:string Ports=ports:[]v1.ContainerPort EnvFrom=envFrom:[]v1.EnvFromSource Env=env:[]v1.EnvVar Resources=resources:v1.ResourceRequirements ResizePolicy=resizePolicy:[]v1.ContainerResizePolicy RestartPolicy=restartPolicy:*v1.ContainerRestartPolicy RestartPolicyRules=restartPolicyRules:[]v1.ContainerRestartRule VolumeMounts=volumeMounts:[]v1.VolumeMount VolumeDevices=volumeDevices:[]v1.VolumeDevice LivenessProbe=livenessProbe:*v1.Probe ReadinessProbe=readinessProbe:*v1.Probe StartupProbe=startupProbe:*v1.Probe Lifecycle=lifecycle:*v1.Lifecycle TerminationMessagePath=terminationMessagePath:string TerminationMessagePolicy=terminationMessagePolicy:v1.TerminationMessagePolicy ImagePullPolicy=imagePullPolicy:v1.PullPolicy SecurityContext=securityContext:*v1.SecurityContext Stdin=stdin:bool StdinOnce=stdinOnce:bool TTY=tty:bool
v1.ContainerPort Name=name:string HostPort=hostPort:int32 ContainerPort=containerPort:int32 Protocol=protocol:v1.Protocol HostIP=hostIP:string
v1.ContainerResizePolicy ResourceName=resourceName:v1.ResourceName RestartPolicy=restartPolicy:v1.ResourceResizeRestartPolicy
v1.ContainerRestartRule Action=action:v1.ContainerRestartRuleAction ExitCodes=exitCodes:*v1.ContainerRestartRuleOnExitCodes
v1.ContainerRestartRuleOnExitCodes Operator=operator:v1.ContainerRestartRuleOnExitCodesOperator Values=values:[]int32
v1.DownwardAPIProjection Items=items:[]v1.DownwardAPIVolumeFile
v1.DownwardAPIVolumeFile Path=path:string FieldRef=fieldRef:*v1.ObjectFieldSelector ResourceFieldRef=resourceFieldRef:*v1.ResourceFieldSelector Mode=mode:*int32
v1.DownwardAPIVolumeSource Items=items:[]v1.DownwardAPIVolumeFile DefaultMode=defaultMode:*int32
v1.EmptyDirVolumeSource Medium=medium:v1.StorageMedium SizeLimit=sizeLimit:*resource.Quantity
v1.EndpointAddress IP=ip:string Hostname=hostname:string NodeName=nodeName:*string TargetRef=targetRef:*v1.ObjectReference
v1.EndpointPort Name=name:string Port=port:int32 Protocol=protocol:v1.Protocol AppProtocol=appProtocol:*string
v1.EndpointSubset Addresses=addresses:[]v1.EndpointAddress NotReadyAddresses=notReadyAddresses:[]v1.EndpointAddress Ports=ports:[]v1.EndpointPort
v1.EnvFromSource Prefix=prefix:string ConfigMapRef=configMapRef:*v1.ConfigMapEnvSource SecretRef=secretRef:*v1.SecretEnvSource
v1.EnvVar Name=name:string Value=value:string ValueFrom=valueFrom:*v1.EnvVarSource
v1.EnvVarSource FieldRef=fieldRef:*v1.ObjectFieldSelector ResourceFieldRef=resourceFieldRef:*v1.ResourceFieldSelector ConfigMapKeyRef=configMapKeyRef:*v1.ConfigMapKeySelector SecretKeyRef=secretKeyRef:*v1.SecretKeySelector FileKeyRef=fileKeyRef:*v1.FileKeySelector
v1.EphemeralContainer EphemeralContainerCommon=:v1.EphemeralContainerCommon TargetContainerName=targetContainerName:string
v1.EphemeralContainerCommon Name=name:string Image=image:string Command=command:[]string Args=args:[]string WorkingDir=workingDir:string Ports=ports:[]v1.ContainerPort EnvFrom=envFrom:[]v1.EnvFromSource Env=env:[]v1.EnvVar Resources=resources:v1.ResourceRequirements ResizePolicy=resizePolicy:[]v1.ContainerResizePolicy RestartPolicy=restartPolicy:*v1.ContainerRestartPolicy RestartPolicyRules=restartPolicyRules:[]v1.ContainerRestartRule VolumeMounts=volumeMounts:[]v1.VolumeMount VolumeDevices=volumeDevices:[]v1.VolumeDevice LivenessProbe=livenessProbe:*v1.Probe ReadinessProbe=readinessProbe:*v1.Probe StartupProbe=startupProbe:*v1.Probe Lifecycle=lifecycle:*v1.Lifecycle TerminationMessagePath=terminationMessagePath:string TerminationMessagePolicy=terminationMessagePolicy:v1.TerminationMessagePolicy ImagePullPolicy=imagePullPolicy:v1.PullPolicy SecurityContext=securityContext:*v1.SecurityContext Stdin=stdin:bool StdinOnce=stdinOnce:bool TTY=tty:bool
v1.EphemeralVolumeSource VolumeClaimTemplate=volumeClaimTemplate:*v1.PersistentVolumeClaimTemplate
v1.ExecAction Command=command:[]string
v1.FCVolumeSource TargetWWNs=targetWWNs:[]string Lun=lun:*int32 FSType=fsType:string ReadOnly=readOnly:bool WWIDs=wwids:[]string
v1.FieldsV1 Raw=-:[]uint8
v1.FileKeySelector VolumeName=volumeName:string Path=path:string Key=key:string Optional=optional:*bool
v1.FlexPersistentVolumeSource Driver=driver:string FSType=fsType:string SecretRef=secretRef:*v1.SecretReference ReadOnly=readOnly:bool Options=options:map[string]string
v1.FlexVolumeSource Driver=driver:string FSType=fsType:string SecretRef=secretRef:*v1.LocalObjectReference ReadOnly=readOnly:bool Options=options:map[string]string
v1.FlockerVolumeSource DatasetName=datasetName:string DatasetUUID=datasetUUID:string
v1.GCEPersistentDiskVolumeSource PDName=pdName:string FSType=fsType:string Partition=partition:int32 ReadOnly=readOnly:bool
v1.GRPCAction Port=port:int32 Service=service:*string
v1.GitRepoVolumeSource Repository=repository:string Revision=revision:string Directory=directory:string
v1.GlusterfsPersistentVolumeSource EndpointsName=endpoints:string Path=path:string ReadOnly=readOnly:bool EndpointsNamespace=endpointsNamespace:*string
v1.GlusterfsVolumeSource EndpointsName=endpoints:string Path=path:string ReadOnly=readOnly:bool
v1.HTTPGetAction Path=path:string Port=port:intstr.IntOrString Host=host:string Scheme=scheme:v1.URIScheme HTTPHeaders=httpHeaders:[]v1.HTTPHeader
v1.HTTPHeader Name=name:string Value=value:string
v1.HostAlias IP=ip:string Hostnames=hostnames:[]string
v1.HostPathVolumeSource Path=path:string Type=type:*v1.HostPathType
v1.ISCSIPersistentVolumeSource TargetPortal=targetPortal:string IQN=iqn:string Lun=lun:int32 ISCSIInterface=iscsiInterface:string FSType=fsType:string ReadOnly=readOnly:bool Portals=portals:[]string DiscoveryCHAPAuth=chapAuthDiscovery:bool SessionCHAPAuth=chapAuthSession:bool SecretRef=secretRef:*v1.SecretReference InitiatorName=initiatorName:*string
v1.ISCSIVolumeSource TargetPortal=targetPortal:string IQN=iqn:string Lun=lun:int32 ISCSIInterface=iscsiInterface:string FSType=fsType:string ReadOnly=readOnly:bool Portals=portals:[]string DiscoveryCHAPAuth=chapAuthDiscovery:bool SessionCHAPAuth=chapAuthSession:bool SecretRef=secretRef:*v1.LocalObjectReference InitiatorName=initiatorName:*string
v1.ImageVolumeSource Reference=reference:string PullPolicy=pullPolicy:v1.PullPolicy
v1.KeyToPath Key=key:string Path=path:string Mode=mode:*int32
v1.LabelSelector MatchLabels=matchLabels:map[string]string MatchExpressions=matchExpressions:[]v1.LabelSelectorRequirement
v1.LabelSelectorRequirement Key=key:string Operator=operator:v1.LabelSelectorOperator Values=values:[]string
v1.Lifecycle PostStart=postStart:*v1.LifecycleHandler PreStop=preStop:*v1.LifecycleHandler StopSignal=stopSignal:*v1.Signal
v1.LifecycleHandler Exec=exec:*v1.ExecAction HTTPGet=httpGet:*v1.HTTPGetAction TCPSocket=tcpSocket:*v1.TCPSocketAction Sleep=sleep:*v1.SleepAction
v1.LocalObjectReference Name=name:string
v1.LocalVolumeSource Path=path:string FSType=fsType:*string
v1.ManagedFieldsEntry Manager=manager:string Operation=operation:v1.ManagedFieldsOperationType APIVersion=apiVersion:string Time=time:*v1.Time FieldsType=fieldsType:string FieldsV1=fieldsV1:*v1.FieldsV1 Subresource=subresource:string
v1.NFSVolumeSource Server=server:string Path=path:string ReadOnly=readOnly:bool
v1.NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:*v1.NodeSelector PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]v1.PreferredSchedulingTerm
v1.NodeSelector NodeSelectorTerms=nodeSelectorTerms:[]v1.NodeSelectorTerm
v1.NodeSelectorRequirement Key=key:string Operator=operator:v1.NodeSelectorOperator Values=values:[]string
v1.NodeSelectorTerm MatchExpressions=matchExpressions:[]v1.NodeSelectorRequirement MatchFields=matchFields:[]v1.NodeSelectorRequirement
v1.ObjectFieldSelector APIVersion=apiVersion:string FieldPath=fieldPath:string
v1.ObjectMeta Name=name:string GenerateName=generateName:string Namespace=namespace:string SelfLink=selfLink:string UID=uid:types.UID ResourceVersion=resourceVersion:string Generation=generation:int64 CreationTimestamp=creationTimestamp:v1.Time DeletionTimestamp=deletionTimestamp:*v1.Time DeletionGracePeriodSeconds=deletionGracePeriodSeconds:*int64 Labels=labels:map[string]string Annotations=annotations:map[string]string OwnerReferences=ownerReferences:[]v1.OwnerReference Finalizers=finalizers:[]string ManagedFields=managedFields:[]v1.ManagedFieldsEntry
v1.ObjectReference Kind=kind:string Namespace=namespace:string Name=name:string UID=uid:types.UID APIVersion=apiVersion:string ResourceVersion=resourceVersion:string FieldPath=fieldPath:string
v1.OwnerReference APIVersion=apiVersion:string Kind=kind:string Name=name:string UID=uid:types.UID Controller=controller:*bool BlockOwnerDeletion=blockOwnerDeletion:*bool
v1.PersistentVolumeClaimSpec AccessModes=accessModes:[]v1.PersistentVolumeAccessMode Selector=selector:*v1.LabelSelector Resources=resources:v1.VolumeResourceRequirements VolumeName=volumeName:string StorageClassName=storageClassName:*string VolumeMode=volumeMode:*v1.PersistentVolumeMode DataSource=dataSource:*v1.TypedLocalObjectReference DataSourceRef=dataSourceRef:*v1.TypedObjectReference VolumeAttributesClassName=volumeAttributesClassName:*string
v1.PersistentVolumeClaimTemplate ObjectMeta=metadata:v1.ObjectMeta Spec=spec:v1.PersistentVolumeClaimSpec
v1.PersistentVolumeClaimVolumeSource ClaimName=claimName:string ReadOnly=readOnly:bool
v1.PersistentVolumeSource GCEPersistentDisk=gcePersistentDisk:*v1.GCEPersistentDiskVolumeSource AWSElasticBlockStore=awsElasticBlockStore:*v1.AWSElasticBlockStoreVolumeSource HostPath=hostPath:*v1.HostPathVolumeSource Glusterfs=glusterfs:*v1.GlusterfsPersistentVolumeSource NFS=nfs:*v1.NFSVolumeSource RBD=rbd:*v1.RBDPersistentVolumeSource ISCSI=iscsi:*v1.ISCSIPersistentVolumeSource Cinder=cinder:*v1.CinderPersistentVolumeSource CephFS=cephfs:*v1.CephFSPersistentVolumeSource FC=fc:*v1.FCVolumeSource Flocker=flocker:*v1.FlockerVolumeSource FlexVolume=flexVolume:*v1.FlexPersistentVolumeSource AzureFile=azureFile:*v1.AzureFilePersistentVolumeSource VsphereVolume=vsphereVolume:*v1.VsphereVirtualDiskVolumeSource Quobyte=quobyte:*v1.QuobyteVolumeSource AzureDisk=azureDisk:*v1.AzureDiskVolumeSource PhotonPersistentDisk=photonPersistentDisk:*v1.PhotonPersistentDiskVolumeSource PortworxVolume=portworxVolume:*v1.PortworxVolumeSource ScaleIO=scaleIO:*v1.ScaleIOPersistentVolumeSource Local=local:*v1.LocalVolumeSource StorageOS=storageos:*v1.StorageOSPersistentVolumeSource CSI=csi:*v1.CSIPersistentVolumeSource
v1.PhotonPersistentDiskVolumeSource PdID=pdID:string FSType=fsType:string
v1.PodAffinity RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:[]v1.PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]v1.WeightedPodAffinityTerm
v1.PodAffinityTerm LabelSelector=labelSelector:*v1.LabelSelector Namespaces=namespaces:[]string TopologyKey=topologyKey:string NamespaceSelector=namespaceSelector:*v1.LabelSelector MatchLabelKeys=matchLabelKeys:[]string MismatchLabelKeys=mismatchLabelKeys:[]string
v1.PodAntiAffinity RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:[]v1.PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]v1.WeightedPodAffinityTerm
v1.PodCertificateProjection SignerName=signerName:string KeyType=keyType:string MaxExpirationSeconds=maxExpirationSeconds:*int32 CredentialBundlePath=credentialBundlePath:string KeyPath=keyPath:string CertificateChainPath=certificateChainPath:string UserAnnotations=userAnnotations:map[string]string
v1.PodDNSConfig Nameservers=nameservers:[]string Searches=searches:[]string Options=options:[]v1.PodDNSConfigOption
v1.PodDNSConfigOption Name=name:string Value=value:*string
v1.PodOS Name=name:v1.OSName
v1.PodReadinessGate ConditionType=conditionType:v1.PodConditionType
v1.PodResourceClaim Name=name:string ResourceClaimName=resourceClaimName:*string ResourceClaimTemplateName=resourceClaimTemplateName:*string
v1.PodSchedulingGate Name=name:string
v1.PodSecurityContext SELinuxOptions=seLinuxOptions:*v1.SELinuxOptions WindowsOptions=windowsOptions:*v1.WindowsSecurityContextOptions RunAsUser=runAsUser:*int64 RunAsGroup=runAsGroup:*int64 RunAsNonRoot=runAsNonRoot:*bool SupplementalGroups=supplementalGroups:[]int64 SupplementalGroupsPolicy=supplementalGroupsPolicy:*v1.SupplementalGroupsPolicy FSGroup=fsGroup:*int64 Sysctls=sysctls:[]v1.Sysctl FSGroupChangePolicy=fsGroupChangePolicy:*v1.PodFSGroupChangePolicy SeccompProfile=seccompProfile:*v1.SeccompProfile AppArmorProfile=appArmorProfile:*v1.AppArmorProfile SELinuxChangePolicy=seLinuxChangePolicy:*v1.PodSELinuxChangePolicy
v1.PodSpec Volumes=volumes:[]v1.Volume InitContainers=initContainers:[]v1.Container Containers=containers:[]v1.Container EphemeralContainers=ephemeralContainers:[]v1.EphemeralContainer RestartPolicy=restartPolicy:v1.RestartPolicy TerminationGracePeriodSeconds=terminationGracePeriodSeconds:*int64 ActiveDeadlineSeconds=activeDeadlineSeconds:*int64 DNSPolicy=dnsPolicy:v1.DNSPolicy NodeSelector=nodeSelector:map[string]string ServiceAccountName=serviceAccountName:string DeprecatedServiceAccount=serviceAccount:string AutomountServiceAccountToken=automountServiceAccountToken:*bool NodeName=nodeName:string HostNetwork=hostNetwork:bool HostPID=hostPID:bool HostIPC=hostIPC:bool ShareProcessNamespace=shareProcessNamespace:*bool SecurityContext=securityContext:*v1.PodSecurityContext ImagePullSecrets=imagePullSecrets:[]v1.LocalObjectReference Hostname=hostname:string Subdomain=subdomain:string Affinity=affinity:*v1.Affinity SchedulerName=schedulerName:string Tolerations=tolerations:[]v1.Toleration HostAliases=hostAliases:[]v1.HostAlias PriorityClassName=priorityClassName:string Priority=priority:*int32 DNSConfig=dnsConfig:*v1.PodDNSConfig ReadinessGates=readinessGates:[]v1.PodReadinessGate RuntimeClassName=runtimeClassName:*string EnableServiceLinks=enableServiceLinks:*bool PreemptionPolicy=preemptionPolicy:*v1.PreemptionPolicy Overhead=overhead:v1.ResourceList TopologySpreadConstraints=topologySpreadConstraints:[]v1.TopologySpreadConstraint SetHostnameAsFQDN=setHostnameAsFQDN:*bool OS=os:*v1.PodOS HostUsers=hostUsers:*bool SchedulingGates=schedulingGates:[]v1.PodSchedulingGate ResourceClaims=resourceClaims:[]v1.PodResourceClaim Resources=resources:*v1.ResourceRequirements HostnameOverride=hostnameOverride:*string WorkloadRef=workloadRef:*v1.WorkloadReference
v1.PodTemplateSpec ObjectMeta=metadata:v1.ObjectMeta Spec=spec:v1.PodSpec
v1.PortworxVolumeSource VolumeID=volumeID:string FSType=fsType:string ReadOnly=readOnly:bool
v1.PreferredSchedulingTerm Weight=weight:int32 Preference=preference:v1.NodeSelectorTerm
v1.Probe ProbeHandler=:v1.ProbeHandler InitialDelaySeconds=initialDelaySeconds:int32 TimeoutSeconds=timeoutSeconds:int32 PeriodSeconds=periodSeconds:int32 SuccessThreshold=successThreshold:int32 FailureThreshold=failureThreshold:int32 TerminationGracePeriodSeconds=terminationGracePeriodSeconds:*int64
v1.ProbeHandler Exec=exec:*v1.ExecAction HTTPGet=httpGet:*v1.HTTPGetAction TCPSocket=tcpSocket:*v1.TCPSocketAction GRPC=grpc:*v1.GRPCAction
v1.ProjectedVolumeSource Sources=sources:[]v1.VolumeProjection DefaultMode=defaultMode:*int32
v1.QuobyteVolumeSource Registry=registry:string Volume=volume:string ReadOnly=readOnly:bool User=user:string Group=group:string Tenant=tenant:string
v1.RBDPersistentVolumeSource CephMonitors=monitors:[]string RBDImage=image:string FSType=fsType:string RBDPool=pool:string RadosUser=user:string Keyring=keyring:string SecretRef=secretRef:*v1.SecretReference ReadOnly=readOnly:bool
v1.RBDVolumeSource CephMonitors=monitors:[]string RBDImage=image:string FSType=fsType:string RBDPool=pool:string RadosUser=user:string Keyring=keyring:string SecretRef=secretRef:*v1.LocalObjectReference ReadOnly=readOnly:bool
v1.ResourceClaim Name=name:string Request=request:string
v1.ResourceFieldSelector ContainerName=containerName:string Resource=resource:string Divisor=divisor:resource.Quantity
v1.ResourceRequirements Limits=limits:v1.ResourceList Requests=requests:v1.ResourceList Claims=claims:[]v1.ResourceClaim
v1.SELinuxOptions User=user:string Role=role:string Type=type:string Level=level:string
v1.ScaleIOPersistentVolumeSource Gateway=gateway:string System=system:string SecretRef=secretRef:*v1.SecretReference SSLEnabled=sslEnabled:bool ProtectionDomain=protectionDomain:string StoragePool=storagePool:string StorageMode=storageMode:string VolumeName=volumeName:string FSType=fsType:string ReadOnly=readOnly:bool
v1.ScaleIOVolumeSource Gateway=gateway:string System=system:string SecretRef=secretRef:*v1.LocalObjectReference SSLEnabled=sslEnabled:bool ProtectionDomain=protectionDomain:string StoragePool=storagePool:string StorageMode=storageMode:string VolumeName=volumeName:string FSType=fsType:string ReadOnly=readOnly:bool
v1.SeccompProfile Type=type:v1.SeccompProfileType LocalhostProfile=localhostProfile:*string
v1.SecretEnvSource LocalObjectReference=:v1.LocalObjectReference Optional=optional:*bool
v1.SecretKeySelector LocalObjectReference=:v1.LocalObjectReference Key=key:string Optional=optional:*bool
v1.SecretProjection LocalObjectReference=:v1.LocalObjectReference Items=items:[]v1.KeyToPath Optional=optional:*bool
v1.SecretReference Name=name:string Namespace=namespace:string
v1.SecretVolumeSource SecretName=secretName:string Items=items:[]v1.KeyToPath DefaultMode=defaultMode:*int32 Optional=optional:*bool
v1.SecurityContext Capabilities=capabilities:*v1.Capabilities Privileged=privileged:*bool SELinuxOptions=seLinuxOptions:*v1.SELinuxOptions WindowsOptions=windowsOptions:*v1.WindowsSecurityContextOptions RunAsUser=runAsUser:*int64 RunAsGroup=runAsGroup:*int64 RunAsNonRoot=runAsNonRoot:*bool ReadOnlyRootFilesystem=readOnlyRootFilesystem:*bool AllowPrivilegeEscalation=allowPrivilegeEscalation:*bool ProcMount=procMount:*v1.ProcMountType SeccompProfile=seccompProfile:*v1.SeccompProfile AppArmorProfile=appArmorProfile:*v1.AppArmorProfile
v1.ServiceAccountTokenProjection Audience=audience:string ExpirationSeconds=expirationSeconds:*int64 Path=path:string
v1.SleepAction Seconds=seconds:int64
v1.StorageOSPersistentVolumeSource VolumeName=volumeName:string VolumeNamespace=volumeNamespace:string FSType=fsType:string ReadOnly=readOnly:bool SecretRef=secretRef:*v1.ObjectReference
v1.StorageOSVolumeSource VolumeName=volumeName:string VolumeNamespace=volumeNamespace:string FSType=fsType:string ReadOnly=readOnly:bool SecretRef=secretRef:*v1.LocalObjectReference
v1.Sysctl Name=name:string Value=value:string
v1.TCPSocketAction Port=port:intstr.IntOrString Host=host:string
v1.Toleration Key=key:string Operator=operator:v1.TolerationOperator Value=value:string Effect=effect:v1.TaintEffect TolerationSeconds=tolerationSeconds:*int64
v1.TopologySpreadConstraint MaxSkew=maxSkew:int32 TopologyKey=topologyKey:string WhenUnsatisfiable=whenUnsatisfiable:v1.UnsatisfiableConstraintAction LabelSelector=labelSelector:*v1.LabelSelector MinDomains=minDomains:*int32 NodeAffinityPolicy=nodeAffinityPolicy:*v1.NodeInclusionPolicy NodeTaintsPolicy=nodeTaintsPolicy:*v1.NodeInclusionPolicy MatchLabelKeys=matchLabelKeys:[]string
v1.TypedLocalObjectReference APIGroup=apiGroup:*string Kind=kind:string Name=name:string
v1.TypedObjectReference APIGroup=apiGroup:*string Kind=kind:string Name=name:string Namespace=namespace:*string
v1.Volume Name=name:string VolumeSource=:v1.VolumeSource
v1.VolumeDevice Name=name:string DevicePath=devicePath:string
v1.VolumeMount Name=name:string ReadOnly=readOnly:bool RecursiveReadOnly=recursiveReadOnly:*v1.RecursiveReadOnlyMode MountPath=mountPath:string SubPath=subPath:string MountPropagation=mountPropagation:*v1.MountPropagationMode SubPathExpr=subPathExpr:string
v1.VolumeProjection Secret=secret:*v1.SecretProjection DownwardAPI=downwardAPI:*v1.DownwardAPIProjection ConfigMap=configMap:*v1.ConfigMapProjection ServiceAccountToken=serviceAccountToken:*v1.ServiceAccountTokenProjection ClusterTrustBundle=clusterTrustBundle:*v1.ClusterTrustBundleProjection PodCertificate=podCertificate:*v1.PodCertificateProjection
v1.VolumeResourceRequirements Limits=limits:v1.ResourceList Requests=requests:v1.ResourceList
v1.VolumeSource HostPath=hostPath:*v1.HostPathVolumeSource EmptyDir=emptyDir:*v1.EmptyDirVolumeSource GCEPersistentDisk=gcePersistentDisk:*v1.GCEPersistentDiskVolumeSource AWSElasticBlockStore=awsElasticBlockStore:*v1.AWSElasticBlockStoreVolumeSource GitRepo=gitRepo:*v1.GitRepoVolumeSource Secret=secret:*v1.SecretVolumeSource NFS=nfs:*v1.NFSVolumeSource ISCSI=iscsi:*v1.ISCSIVolumeSource Glusterfs=glusterfs:*v1.GlusterfsVolumeSource PersistentVolumeClaim=persistentVolumeClaim:*v1.PersistentVolumeClaimVolumeSource RBD=rbd:*v1.RBDVolumeSource FlexVolume=flexVolume:*v1.FlexVolumeSource Cinder=cinder:*v1.CinderVolumeSource CephFS=cephfs:*v1.CephFSVolumeSource Flocker=flocker:*v1.FlockerVolumeSource DownwardAPI=downwardAPI:*v1.DownwardAPIVolumeSource FC=fc:*v1.FCVolumeSource AzureFile=azureFile:*v1.AzureFileVolumeSource ConfigMap=configMap:*v1.ConfigMapVolumeSource VsphereVolume=vsphereVolume:*v1.VsphereVirtualDiskVolumeSource Quobyte=quobyte:*v1.QuobyteVolumeSource AzureDisk=azureDisk:*v1.AzureDiskVolumeSource PhotonPersistentDisk=photonPersistentDisk:*v1.PhotonPersistentDiskVolumeSource Projected=projected:*v1.ProjectedVolumeSource PortworxVolume=portworxVolume:*v1.PortworxVolumeSource ScaleIO=scaleIO:*v1.ScaleIOVolumeSource StorageOS=storageos:*v1.StorageOSVolumeSource CSI=csi:*v1.CSIVolumeSource Ephemeral=ephemeral:*v1.EphemeralVolumeSource Image=image:*v1.ImageVolumeSource
v1.VsphereVirtualDiskVolumeSource VolumePath=volumePath:string FSType=fsType:string StoragePolicyName=storagePolicyName:string StoragePolicyID=storagePolicyID:string
v1.WeightedPodAffinityTerm Weight=weight:int32 PodAffinityTerm=podAffinityTerm:v1.PodAffinityTerm
v1.WindowsSecurityContextOptions GMSACredentialSpecName=gmsaCredentialSpecName:*string GMSACredentialSpec=gmsaCredentialSpec:*string RunAsUserName=runAsUserName:*string HostProcess=hostProcess:*bool
v1.WorkloadReference Name=name:string PodGroup=podGroup:string PodGroupReplicaKey=podGroupReplicaKey:string`;

/** Named types, one per line: name and underlying type. */
export const GO_NAMED_TYPES = `types.UID string
v1.AppArmorProfileType string
v1.AzureDataDiskCachingMode string
v1.AzureDataDiskKind string
v1.Capability string
v1.ContainerRestartPolicy string
v1.ContainerRestartRuleAction string
v1.ContainerRestartRuleOnExitCodesOperator string
v1.DNSPolicy string
v1.HostPathType string
v1.LabelSelectorOperator string
v1.ManagedFieldsOperationType string
v1.MountPropagationMode string
v1.NodeInclusionPolicy string
v1.NodeSelectorOperator string
v1.OSName string
v1.PersistentVolumeAccessMode string
v1.PersistentVolumeMode string
v1.PodConditionType string
v1.PodFSGroupChangePolicy string
v1.PodSELinuxChangePolicy string
v1.PreemptionPolicy string
v1.ProcMountType string
v1.Protocol string
v1.PullPolicy string
v1.RecursiveReadOnlyMode string
v1.ResourceList map[v1.ResourceName]resource.Quantity
v1.ResourceName string
v1.ResourceResizeRestartPolicy string
v1.RestartPolicy string
v1.SeccompProfileType string
v1.Signal string
v1.StorageMedium string
v1.SupplementalGroupsPolicy string
v1.TaintEffect string
v1.TerminationMessagePolicy string
v1.TolerationOperator string
v1.URIScheme string
v1.UnsatisfiableConstraintAction string`;
