// Written by tooling/write-protobuf-types.ts; the grammar is in `../message-type.ts`.

/** One message a line: its name and its fields. */
export const MESSAGE_TYPES = `admissionregistration.AuditAnnotation 1key:!string 2valueExpression:!string
admissionregistration.ExpressionWarning 2fieldRef:!string 3warning:!string
admissionregistration.MatchCondition 1name:!string 2expression:!string
admissionregistration.MatchResources 1namespaceSelector:*meta.LabelSelector 2objectSelector:*meta.LabelSelector 3resourceRules:[]admissionregistration.NamedRuleWithOperations 4excludeResourceRules:[]admissionregistration.NamedRuleWithOperations 7matchPolicy:*string
admissionregistration.MutatingWebhook 1name:!string 2clientConfig:!admissionregistration.WebhookClientConfig 3rules:[]admissionregistration.RuleWithOperations 4failurePolicy:*string 9matchPolicy:*string 5namespaceSelector:*meta.LabelSelector 11objectSelector:*meta.LabelSelector 6sideEffects:*string 7timeoutSeconds:*int 8admissionReviewVersions:![]string 10reinvocationPolicy:*string 12matchConditions:[]admissionregistration.MatchCondition
admissionregistration.MutatingWebhookConfiguration 1metadata:meta.ObjectMeta 2webhooks:[]admissionregistration.MutatingWebhook
admissionregistration.MutatingWebhookConfigurationList 1metadata:meta.ListMeta 2items:![]admissionregistration.MutatingWebhookConfiguration
admissionregistration.NamedRuleWithOperations 1resourceNames:[]string 2:^admissionregistration.RuleWithOperations
admissionregistration.ParamKind 1apiVersion:string 2kind:string
admissionregistration.ParamRef 1name:string 2namespace:string 3selector:*meta.LabelSelector 4parameterNotFoundAction:*string
admissionregistration.Rule 1apiGroups:[]string 2apiVersions:[]string 3resources:[]string 4scope:*string
admissionregistration.RuleWithOperations 1operations:[]string 2:^admissionregistration.Rule
admissionregistration.ServiceReference 1namespace:!string 2name:!string 3path:*string 4port:*int
admissionregistration.TypeChecking 1expressionWarnings:[]admissionregistration.ExpressionWarning
admissionregistration.ValidatingAdmissionPolicy 1metadata:meta.ObjectMeta 2spec:admissionregistration.ValidatingAdmissionPolicySpec 3status:admissionregistration.ValidatingAdmissionPolicyStatus
admissionregistration.ValidatingAdmissionPolicyBinding 1metadata:meta.ObjectMeta 2spec:admissionregistration.ValidatingAdmissionPolicyBindingSpec
admissionregistration.ValidatingAdmissionPolicyBindingList 1metadata:meta.ListMeta 2items:![]admissionregistration.ValidatingAdmissionPolicyBinding
admissionregistration.ValidatingAdmissionPolicyBindingSpec 1policyName:string 2paramRef:*admissionregistration.ParamRef 3matchResources:*admissionregistration.MatchResources 4validationActions:[]string
admissionregistration.ValidatingAdmissionPolicyList 1metadata:meta.ListMeta 2items:![]admissionregistration.ValidatingAdmissionPolicy
admissionregistration.ValidatingAdmissionPolicySpec 1paramKind:*admissionregistration.ParamKind 2matchConstraints:*admissionregistration.MatchResources 3validations:[]admissionregistration.Validation 4failurePolicy:*string 5auditAnnotations:[]admissionregistration.AuditAnnotation 6matchConditions:[]admissionregistration.MatchCondition 7variables:[]admissionregistration.Variable
admissionregistration.ValidatingAdmissionPolicyStatus 1observedGeneration:int 2typeChecking:*admissionregistration.TypeChecking 3conditions:[]meta.Condition
admissionregistration.ValidatingWebhook 1name:!string 2clientConfig:!admissionregistration.WebhookClientConfig 3rules:[]admissionregistration.RuleWithOperations 4failurePolicy:*string 9matchPolicy:*string 5namespaceSelector:*meta.LabelSelector 10objectSelector:*meta.LabelSelector 6sideEffects:*string 7timeoutSeconds:*int 8admissionReviewVersions:![]string 11matchConditions:[]admissionregistration.MatchCondition
admissionregistration.ValidatingWebhookConfiguration 1metadata:meta.ObjectMeta 2webhooks:[]admissionregistration.ValidatingWebhook
admissionregistration.ValidatingWebhookConfigurationList 1metadata:meta.ListMeta 2items:![]admissionregistration.ValidatingWebhookConfiguration
admissionregistration.Validation 1expression:!string 2message:string 3reason:*string 4messageExpression:string
admissionregistration.Variable 1name:!string 2expression:!string
admissionregistration.WebhookClientConfig 3url:*string 1service:*admissionregistration.ServiceReference 2caBundle:bytes
apiextensions.ConversionRequest 1uid:!string 2desiredAPIVersion:!string 3objects:![]raw
apiextensions.ConversionResponse 1uid:!string 2convertedObjects:![]raw 3result:!meta.Status
apiextensions.ConversionReview 1request:*apiextensions.ConversionRequest 2response:*apiextensions.ConversionResponse
apiextensions.CustomResourceColumnDefinition 1name:!string 2type:!string 3format:string 4description:string 5priority:int 6jsonPath:!string
apiextensions.CustomResourceConversion 1strategy:!string 2webhook:*apiextensions.WebhookConversion
apiextensions.CustomResourceDefinition 1metadata:meta.ObjectMeta 2spec:!apiextensions.CustomResourceDefinitionSpec 3status:apiextensions.CustomResourceDefinitionStatus
apiextensions.CustomResourceDefinitionCondition 1type:!string 2status:!string 3lastTransitionTime:time 4reason:string 5message:string 6observedGeneration:int
apiextensions.CustomResourceDefinitionList 1metadata:meta.ListMeta 2items:![]apiextensions.CustomResourceDefinition
apiextensions.CustomResourceDefinitionNames 1plural:!string 2singular:string 3shortNames:[]string 4kind:!string 5listKind:string 6categories:[]string
apiextensions.CustomResourceDefinitionSpec 1group:!string 3names:!apiextensions.CustomResourceDefinitionNames 4scope:!string 7versions:![]apiextensions.CustomResourceDefinitionVersion 9conversion:*apiextensions.CustomResourceConversion 10preserveUnknownFields:bool
apiextensions.CustomResourceDefinitionStatus 1conditions:![]apiextensions.CustomResourceDefinitionCondition 2acceptedNames:!apiextensions.CustomResourceDefinitionNames 3storedVersions:![]string 4observedGeneration:int
apiextensions.CustomResourceDefinitionVersion 1name:!string 2served:!bool 3storage:!bool 7deprecated:bool 8deprecationWarning:*string 4schema:*apiextensions.CustomResourceValidation 5subresources:*apiextensions.CustomResourceSubresources 6additionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition 9selectableFields:[]apiextensions.SelectableField
apiextensions.CustomResourceSubresourceScale 1specReplicasPath:!string 2statusReplicasPath:!string 3labelSelectorPath:*string
apiextensions.CustomResourceSubresources 1status:*apiextensions.CustomResourceSubresourceStatus 2scale:*apiextensions.CustomResourceSubresourceScale
apiextensions.CustomResourceValidation 1openAPIV3Schema:*apiextensions.JSONSchemaProps
apiextensions.ExternalDocumentation 1description:string 2url:string
apiextensions.JSON 1-:!bytes
apiextensions.JSONSchemaProps 1id:string 2$schema:string 3$ref:*string 4description:string 5type:string 6format:string 7title:string 8default:*raw 9maximum:*double 10exclusiveMaximum:bool 11minimum:*double 12exclusiveMinimum:bool 13maxLength:*int 14minLength:*int 15pattern:string 16maxItems:*int 17minItems:*int 18uniqueItems:bool 19multipleOf:*double 20enum:[]raw 21maxProperties:*int 22minProperties:*int 23required:[]string 24items:*schemaOrArray 25allOf:[]apiextensions.JSONSchemaProps 26oneOf:[]apiextensions.JSONSchemaProps 27anyOf:[]apiextensions.JSONSchemaProps 28not:*apiextensions.JSONSchemaProps 29properties:{}apiextensions.JSONSchemaProps 30additionalProperties:*schemaOrBool 31patternProperties:{}apiextensions.JSONSchemaProps 32dependencies:{}schemaOrStrings 33additionalItems:*schemaOrBool 34definitions:{}apiextensions.JSONSchemaProps 35externalDocs:*apiextensions.ExternalDocumentation 36example:*raw 37nullable:bool 38x-kubernetes-preserve-unknown-fields:*bool 39x-kubernetes-embedded-resource:bool 40x-kubernetes-int-or-string:bool 41x-kubernetes-list-map-keys:[]string 42x-kubernetes-list-type:*string 43x-kubernetes-map-type:*string 44x-kubernetes-validations:items
apiextensions.SelectableField 1jsonPath:!string
apiextensions.ServiceReference 1namespace:!string 2name:!string 3path:*string 4port:*int
apiextensions.ValidationRule 1rule:!string 2message:string 3messageExpression:string 4reason:*string 5fieldPath:string 6optionalOldSelf:*bool
apiextensions.WebhookClientConfig 3url:*string 1service:*apiextensions.ServiceReference 2caBundle:bytes
apiextensions.WebhookConversion 2clientConfig:*apiextensions.WebhookClientConfig 3conversionReviewVersions:![]string
apiregistration.APIService 1metadata:meta.ObjectMeta 2spec:apiregistration.APIServiceSpec 3status:apiregistration.APIServiceStatus
apiregistration.APIServiceCondition 1type:!string 2status:!string 3lastTransitionTime:time 4reason:string 5message:string
apiregistration.APIServiceList 1metadata:meta.ListMeta 2items:![]apiregistration.APIService
apiregistration.APIServiceSpec 1service:*apiregistration.ServiceReference 2group:string 3version:string 4insecureSkipTLSVerify:bool 5caBundle:bytes 7groupPriorityMinimum:!int 8versionPriority:!int
apiregistration.APIServiceStatus 1conditions:[]apiregistration.APIServiceCondition
apiregistration.ServiceReference 1namespace:string 2name:string 3port:*int
apps.ControllerRevision 1metadata:meta.ObjectMeta 2data:raw 3revision:!int
apps.ControllerRevisionList 1metadata:meta.ListMeta 2items:![]apps.ControllerRevision
apps.DaemonSet 1metadata:meta.ObjectMeta 2spec:apps.DaemonSetSpec 3status:apps.DaemonSetStatus
apps.DaemonSetCondition 1type:!string 2status:!string 3lastTransitionTime:time 4reason:string 5message:string
apps.DaemonSetList 1metadata:meta.ListMeta 2items:![]apps.DaemonSet
apps.DaemonSetSpec 1selector:*meta.LabelSelector 2template:!core.PodTemplateSpec 3updateStrategy:apps.DaemonSetUpdateStrategy 4minReadySeconds:int 6revisionHistoryLimit:*int
apps.DaemonSetStatus 1currentNumberScheduled:!int 2numberMisscheduled:!int 3desiredNumberScheduled:!int 4numberReady:!int 5observedGeneration:int 6updatedNumberScheduled:int 7numberAvailable:int 8numberUnavailable:int 9collisionCount:*int 10conditions:[]apps.DaemonSetCondition
apps.DaemonSetUpdateStrategy 1type:string 2rollingUpdate:*apps.RollingUpdateDaemonSet
apps.Deployment 1metadata:meta.ObjectMeta 2spec:apps.DeploymentSpec 3status:apps.DeploymentStatus
apps.DeploymentCondition 1type:!string 2status:!string 6lastUpdateTime:time 7lastTransitionTime:time 4reason:string 5message:string
apps.DeploymentList 1metadata:meta.ListMeta 2items:![]apps.Deployment
apps.DeploymentSpec 1replicas:*int 2selector:*meta.LabelSelector 3template:!core.PodTemplateSpec 4strategy:apps.DeploymentStrategy 5minReadySeconds:int 6revisionHistoryLimit:*int 7paused:bool 9progressDeadlineSeconds:*int
apps.DeploymentStatus 1observedGeneration:int 2replicas:int 3updatedReplicas:int 7readyReplicas:int 4availableReplicas:int 5unavailableReplicas:int 9terminatingReplicas:*int 6conditions:[]apps.DeploymentCondition 8collisionCount:*int
apps.DeploymentStrategy 1type:string 2rollingUpdate:*apps.RollingUpdateDeployment
apps.ReplicaSet 1metadata:meta.ObjectMeta 2spec:apps.ReplicaSetSpec 3status:apps.ReplicaSetStatus
apps.ReplicaSetCondition 1type:!string 2status:!string 3lastTransitionTime:time 4reason:string 5message:string
apps.ReplicaSetList 1metadata:meta.ListMeta 2items:![]apps.ReplicaSet
apps.ReplicaSetSpec 1replicas:*int 4minReadySeconds:int 2selector:*meta.LabelSelector 3template:core.PodTemplateSpec
apps.ReplicaSetStatus 1replicas:!int 2fullyLabeledReplicas:int 4readyReplicas:int 5availableReplicas:int 7terminatingReplicas:*int 3observedGeneration:int 6conditions:[]apps.ReplicaSetCondition
apps.RollingUpdateDaemonSet 1maxUnavailable:*intstr 2maxSurge:*intstr
apps.RollingUpdateDeployment 1maxUnavailable:*intstr 2maxSurge:*intstr
apps.RollingUpdateStatefulSetStrategy 1partition:*int 2maxUnavailable:*intstr
apps.StatefulSet 1metadata:meta.ObjectMeta 2spec:apps.StatefulSetSpec 3status:apps.StatefulSetStatus
apps.StatefulSetCondition 1type:!string 2status:!string 3lastTransitionTime:time 4reason:string 5message:string
apps.StatefulSetList 1metadata:meta.ListMeta 2items:![]apps.StatefulSet
apps.StatefulSetOrdinals 1start:!int
apps.StatefulSetPersistentVolumeClaimRetentionPolicy 1whenDeleted:string 2whenScaled:string
apps.StatefulSetSpec 1replicas:*int 2selector:*meta.LabelSelector 3template:!core.PodTemplateSpec 4volumeClaimTemplates:[]core.PersistentVolumeClaim 5serviceName:!string 6podManagementPolicy:string 7updateStrategy:apps.StatefulSetUpdateStrategy 8revisionHistoryLimit:*int 9minReadySeconds:int 10persistentVolumeClaimRetentionPolicy:*apps.StatefulSetPersistentVolumeClaimRetentionPolicy 11ordinals:*apps.StatefulSetOrdinals
apps.StatefulSetStatus 1observedGeneration:int 2replicas:!int 3readyReplicas:int 4currentReplicas:int 5updatedReplicas:int 6currentRevision:string 7updateRevision:string 9collisionCount:*int 10conditions:[]apps.StatefulSetCondition 11availableReplicas:!int
apps.StatefulSetUpdateStrategy 1type:string 2rollingUpdate:*apps.RollingUpdateStatefulSetStrategy
authentication.BoundObjectReference 1kind:string 2apiVersion:string 3name:string 4uid:string
authentication.SelfSubjectReview 1metadata:meta.ObjectMeta 2status:authentication.SelfSubjectReviewStatus
authentication.SelfSubjectReviewStatus 1userInfo:authentication.UserInfo
authentication.TokenRequest 1metadata:meta.ObjectMeta 2spec:!authentication.TokenRequestSpec 3status:authentication.TokenRequestStatus
authentication.TokenRequestSpec 1audiences:![]string 4expirationSeconds:*int 3boundObjectRef:*authentication.BoundObjectReference
authentication.TokenRequestStatus 1token:!string 2expirationTimestamp:!time
authentication.TokenReview 1metadata:meta.ObjectMeta 2spec:!authentication.TokenReviewSpec 3status:authentication.TokenReviewStatus
authentication.TokenReviewSpec 1token:string 2audiences:[]string
authentication.TokenReviewStatus 1authenticated:bool 2user:authentication.UserInfo 4audiences:[]string 3error:string
authentication.UserInfo 1username:string 2uid:string 3groups:[]string 4extra:{}items
authorization.FieldSelectorAttributes 1rawSelector:string 2requirements:[]meta.FieldSelectorRequirement
authorization.LabelSelectorAttributes 1rawSelector:string 2requirements:[]meta.LabelSelectorRequirement
authorization.LocalSubjectAccessReview 1metadata:meta.ObjectMeta 2spec:!authorization.SubjectAccessReviewSpec 3status:authorization.SubjectAccessReviewStatus
authorization.NonResourceAttributes 1path:string 2verb:string
authorization.NonResourceRule 1verbs:![]string 2nonResourceURLs:[]string
authorization.ResourceAttributes 1namespace:string 2verb:string 3group:string 4version:string 5resource:string 6subresource:string 7name:string 8fieldSelector:*authorization.FieldSelectorAttributes 9labelSelector:*authorization.LabelSelectorAttributes
authorization.ResourceRule 1verbs:![]string 2apiGroups:[]string 3resources:[]string 4resourceNames:[]string
authorization.SelfSubjectAccessReview 1metadata:meta.ObjectMeta 2spec:!authorization.SelfSubjectAccessReviewSpec 3status:authorization.SubjectAccessReviewStatus
authorization.SelfSubjectAccessReviewSpec 1resourceAttributes:*authorization.ResourceAttributes 2nonResourceAttributes:*authorization.NonResourceAttributes
authorization.SelfSubjectRulesReview 1metadata:meta.ObjectMeta 2spec:!authorization.SelfSubjectRulesReviewSpec 3status:authorization.SubjectRulesReviewStatus
authorization.SelfSubjectRulesReviewSpec 1namespace:string
authorization.SubjectAccessReview 1metadata:meta.ObjectMeta 2spec:!authorization.SubjectAccessReviewSpec 3status:authorization.SubjectAccessReviewStatus
authorization.SubjectAccessReviewSpec 1resourceAttributes:*authorization.ResourceAttributes 2nonResourceAttributes:*authorization.NonResourceAttributes 3user:string 4groups:[]string 5extra:{}items 6uid:string
authorization.SubjectAccessReviewStatus 1allowed:!bool 4denied:bool 2reason:string 3evaluationError:string
authorization.SubjectRulesReviewStatus 1resourceRules:![]authorization.ResourceRule 2nonResourceRules:![]authorization.NonResourceRule 3incomplete:!bool 4evaluationError:string
autoscaling.ContainerResourceMetricSource 1name:!string 2targetAverageUtilization:*int 3targetAverageValue:*quantity 5container:!string
autoscaling.ContainerResourceMetricStatus 1name:!string 2currentAverageUtilization:*int 3currentAverageValue:!quantity 4container:!string
autoscaling.CrossVersionObjectReference 1kind:!string 2name:!string 3apiVersion:string
autoscaling.ExternalMetricSource 1metricName:!string 2metricSelector:*meta.LabelSelector 3targetValue:*quantity 4targetAverageValue:*quantity
autoscaling.ExternalMetricStatus 1metricName:!string 2metricSelector:*meta.LabelSelector 3currentValue:!quantity 4currentAverageValue:*quantity
autoscaling.HorizontalPodAutoscaler 1metadata:meta.ObjectMeta 2spec:autoscaling.HorizontalPodAutoscalerSpec 3status:autoscaling.HorizontalPodAutoscalerStatus
autoscaling.HorizontalPodAutoscalerCondition 1type:!string 2status:!string 3lastTransitionTime:time 4reason:string 5message:string
autoscaling.HorizontalPodAutoscalerList 1metadata:meta.ListMeta 2items:![]autoscaling.HorizontalPodAutoscaler
autoscaling.HorizontalPodAutoscalerSpec 1scaleTargetRef:!autoscaling.CrossVersionObjectReference 2minReplicas:*int 3maxReplicas:!int 4targetCPUUtilizationPercentage:*int
autoscaling.HorizontalPodAutoscalerStatus 1observedGeneration:*int 2lastScaleTime:*time 3currentReplicas:!int 4desiredReplicas:!int 5currentCPUUtilizationPercentage:*int
autoscaling.MetricSpec 1type:!string 2object:*autoscaling.ObjectMetricSource 3pods:*autoscaling.PodsMetricSource 4resource:*autoscaling.ResourceMetricSource 7containerResource:*autoscaling.ContainerResourceMetricSource 5external:*autoscaling.ExternalMetricSource
autoscaling.MetricStatus 1type:!string 2object:*autoscaling.ObjectMetricStatus 3pods:*autoscaling.PodsMetricStatus 4resource:*autoscaling.ResourceMetricStatus 7containerResource:*autoscaling.ContainerResourceMetricStatus 5external:*autoscaling.ExternalMetricStatus
autoscaling.ObjectMetricSource 1target:!autoscaling.CrossVersionObjectReference 2metricName:!string 3targetValue:!quantity 4selector:*meta.LabelSelector 5averageValue:*quantity
autoscaling.ObjectMetricStatus 1target:!autoscaling.CrossVersionObjectReference 2metricName:!string 3currentValue:!quantity 4selector:*meta.LabelSelector 5averageValue:*quantity
autoscaling.PodsMetricSource 1metricName:!string 2targetAverageValue:!quantity 3selector:*meta.LabelSelector
autoscaling.PodsMetricStatus 1metricName:!string 2currentAverageValue:!quantity 3selector:*meta.LabelSelector
autoscaling.ResourceMetricSource 1name:!string 2targetAverageUtilization:*int 3targetAverageValue:*quantity
autoscaling.ResourceMetricStatus 1name:!string 2currentAverageUtilization:*int 3currentAverageValue:!quantity
autoscaling.Scale 1metadata:meta.ObjectMeta 2spec:autoscaling.ScaleSpec 3status:autoscaling.ScaleStatus
autoscaling.ScaleSpec 1replicas:int
autoscaling.ScaleStatus 1replicas:!int 2selector:string
autoscaling2.ContainerResourceMetricSource 1name:!string 2target:!autoscaling2.MetricTarget 3container:!string
autoscaling2.ContainerResourceMetricStatus 1name:!string 2current:!autoscaling2.MetricValueStatus 3container:!string
autoscaling2.CrossVersionObjectReference 1kind:!string 2name:!string 3apiVersion:string
autoscaling2.ExternalMetricSource 1metric:!autoscaling2.MetricIdentifier 2target:!autoscaling2.MetricTarget
autoscaling2.ExternalMetricStatus 1metric:!autoscaling2.MetricIdentifier 2current:!autoscaling2.MetricValueStatus
autoscaling2.HPAScalingPolicy 1type:!string 2value:!int 3periodSeconds:!int
autoscaling2.HPAScalingRules 3stabilizationWindowSeconds:*int 1selectPolicy:*string 2policies:[]autoscaling2.HPAScalingPolicy 4tolerance:*quantity
autoscaling2.HorizontalPodAutoscaler 1metadata:meta.ObjectMeta 2spec:autoscaling2.HorizontalPodAutoscalerSpec 3status:autoscaling2.HorizontalPodAutoscalerStatus
autoscaling2.HorizontalPodAutoscalerBehavior 1scaleUp:*autoscaling2.HPAScalingRules 2scaleDown:*autoscaling2.HPAScalingRules
autoscaling2.HorizontalPodAutoscalerCondition 1type:!string 2status:!string 3lastTransitionTime:time 4reason:string 5message:string
autoscaling2.HorizontalPodAutoscalerList 1metadata:meta.ListMeta 2items:![]autoscaling2.HorizontalPodAutoscaler
autoscaling2.HorizontalPodAutoscalerSpec 1scaleTargetRef:!autoscaling2.CrossVersionObjectReference 2minReplicas:*int 3maxReplicas:!int 4metrics:[]autoscaling2.MetricSpec 5behavior:*autoscaling2.HorizontalPodAutoscalerBehavior
autoscaling2.HorizontalPodAutoscalerStatus 1observedGeneration:*int 2lastScaleTime:*time 3currentReplicas:int 4desiredReplicas:!int 5currentMetrics:![]autoscaling2.MetricStatus 6conditions:[]autoscaling2.HorizontalPodAutoscalerCondition
autoscaling2.MetricIdentifier 1name:!string 2selector:*meta.LabelSelector
autoscaling2.MetricSpec 1type:!string 2object:*autoscaling2.ObjectMetricSource 3pods:*autoscaling2.PodsMetricSource 4resource:*autoscaling2.ResourceMetricSource 7containerResource:*autoscaling2.ContainerResourceMetricSource 5external:*autoscaling2.ExternalMetricSource
autoscaling2.MetricStatus 1type:!string 2object:*autoscaling2.ObjectMetricStatus 3pods:*autoscaling2.PodsMetricStatus 4resource:*autoscaling2.ResourceMetricStatus 7containerResource:*autoscaling2.ContainerResourceMetricStatus 5external:*autoscaling2.ExternalMetricStatus
autoscaling2.MetricTarget 1type:!string 2value:*quantity 3averageValue:*quantity 4averageUtilization:*int
autoscaling2.MetricValueStatus 1value:*quantity 2averageValue:*quantity 3averageUtilization:*int
autoscaling2.ObjectMetricSource 1describedObject:!autoscaling2.CrossVersionObjectReference 2target:!autoscaling2.MetricTarget 3metric:!autoscaling2.MetricIdentifier
autoscaling2.ObjectMetricStatus 1metric:!autoscaling2.MetricIdentifier 2current:!autoscaling2.MetricValueStatus 3describedObject:!autoscaling2.CrossVersionObjectReference
autoscaling2.PodsMetricSource 1metric:!autoscaling2.MetricIdentifier 2target:!autoscaling2.MetricTarget
autoscaling2.PodsMetricStatus 1metric:!autoscaling2.MetricIdentifier 2current:!autoscaling2.MetricValueStatus
autoscaling2.ResourceMetricSource 1name:!string 2target:!autoscaling2.MetricTarget
autoscaling2.ResourceMetricStatus 1name:!string 2current:!autoscaling2.MetricValueStatus
batch.CronJob 1metadata:meta.ObjectMeta 2spec:batch.CronJobSpec 3status:batch.CronJobStatus
batch.CronJobList 1metadata:meta.ListMeta 2items:![]batch.CronJob
batch.CronJobSpec 1schedule:!string 8timeZone:*string 2startingDeadlineSeconds:*int 3concurrencyPolicy:string 4suspend:*bool 5jobTemplate:!batch.JobTemplateSpec 6successfulJobsHistoryLimit:*int 7failedJobsHistoryLimit:*int
batch.CronJobStatus 1active:[]core.ObjectReference 4lastScheduleTime:*time 5lastSuccessfulTime:*time
batch.Job 1metadata:meta.ObjectMeta 2spec:batch.JobSpec 3status:batch.JobStatus
batch.JobCondition 1type:!string 2status:!string 3lastProbeTime:time 4lastTransitionTime:time 5reason:string 6message:string
batch.JobList 1metadata:meta.ListMeta 2items:![]batch.Job
batch.JobSpec 1parallelism:*int 2completions:*int 3activeDeadlineSeconds:*int 11podFailurePolicy:*batch.PodFailurePolicy 16successPolicy:*batch.SuccessPolicy 7backoffLimit:*int 12backoffLimitPerIndex:*int 13maxFailedIndexes:*int 4selector:*meta.LabelSelector 5manualSelector:*bool 6template:!core.PodTemplateSpec 8ttlSecondsAfterFinished:*int 9completionMode:*string 10suspend:*bool 14podReplacementPolicy:*string 15managedBy:*string
batch.JobStatus 1conditions:[]batch.JobCondition 2startTime:*time 3completionTime:*time 4active:int 5succeeded:int 6failed:int 11terminating:*int 7completedIndexes:string 10failedIndexes:*string 8uncountedTerminatedPods:*batch.UncountedTerminatedPods 9ready:*int
batch.JobTemplateSpec 1metadata:meta.ObjectMeta 2spec:batch.JobSpec
batch.PodFailurePolicy 1rules:![]batch.PodFailurePolicyRule
batch.PodFailurePolicyOnExitCodesRequirement 1containerName:*string 2operator:!string 3values:![]int
batch.PodFailurePolicyOnPodConditionsPattern 1type:!string 2status:!string
batch.PodFailurePolicyRule 1action:!string 2onExitCodes:*batch.PodFailurePolicyOnExitCodesRequirement 3onPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern
batch.SuccessPolicy 1rules:![]batch.SuccessPolicyRule
batch.SuccessPolicyRule 1succeededIndexes:*string 2succeededCount:*int
batch.UncountedTerminatedPods 1succeeded:[]string 2failed:[]string
certificates.CertificateSigningRequest 1metadata:meta.ObjectMeta 2spec:!certificates.CertificateSigningRequestSpec 3status:certificates.CertificateSigningRequestStatus
certificates.CertificateSigningRequestCondition 1type:!string 6status:!string 2reason:string 3message:string 4lastUpdateTime:time 5lastTransitionTime:time
certificates.CertificateSigningRequestList 1metadata:meta.ListMeta 2items:![]certificates.CertificateSigningRequest
certificates.CertificateSigningRequestSpec 1request:!bytes 7signerName:!string 8expirationSeconds:*int 5usages:[]string 2username:string 3uid:string 4groups:[]string 6extra:{}items
certificates.CertificateSigningRequestStatus 1conditions:[]certificates.CertificateSigningRequestCondition 2certificate:bytes
coordination.Lease 1metadata:meta.ObjectMeta 2spec:coordination.LeaseSpec
coordination.LeaseList 1metadata:meta.ListMeta 2items:![]coordination.Lease
coordination.LeaseSpec 1holderIdentity:*string 2leaseDurationSeconds:*int 3acquireTime:*microtime 4renewTime:*microtime 5leaseTransitions:*int 6strategy:*string 7preferredHolder:*string
core.AWSElasticBlockStoreVolumeSource 1volumeID:!string 2fsType:string 3partition:int 4readOnly:bool
core.Affinity 1nodeAffinity:*core.NodeAffinity 2podAffinity:*core.PodAffinity 3podAntiAffinity:*core.PodAntiAffinity
core.AppArmorProfile 1type:!string 2localhostProfile:*string
core.AttachedVolume 1name:!string 2devicePath:!string
core.AvoidPods 1preferAvoidPods:[]core.PreferAvoidPodsEntry
core.AzureDiskVolumeSource 1diskName:!string 2diskURI:!string 3cachingMode:*string 4fsType:*string 5readOnly:*bool 6kind:*string
core.AzureFilePersistentVolumeSource 1secretName:!string 2shareName:!string 3readOnly:bool 4secretNamespace:*string
core.AzureFileVolumeSource 1secretName:!string 2shareName:!string 3readOnly:bool
core.Binding 1metadata:meta.ObjectMeta 2target:!core.ObjectReference
core.CSIPersistentVolumeSource 1driver:!string 2volumeHandle:!string 3readOnly:bool 4fsType:string 5volumeAttributes:{}string 6controllerPublishSecretRef:*core.SecretReference 7nodeStageSecretRef:*core.SecretReference 8nodePublishSecretRef:*core.SecretReference 9controllerExpandSecretRef:*core.SecretReference 10nodeExpandSecretRef:*core.SecretReference
core.CSIVolumeSource 1driver:!string 2readOnly:*bool 3fsType:*string 4volumeAttributes:{}string 5nodePublishSecretRef:*core.LocalObjectReference
core.Capabilities 1add:[]string 2drop:[]string
core.CephFSPersistentVolumeSource 1monitors:![]string 2path:string 3user:string 4secretFile:string 5secretRef:*core.SecretReference 6readOnly:bool
core.CephFSVolumeSource 1monitors:![]string 2path:string 3user:string 4secretFile:string 5secretRef:*core.LocalObjectReference 6readOnly:bool
core.CinderPersistentVolumeSource 1volumeID:!string 2fsType:string 3readOnly:bool 4secretRef:*core.SecretReference
core.CinderVolumeSource 1volumeID:!string 2fsType:string 3readOnly:bool 4secretRef:*core.LocalObjectReference
core.ClientIPConfig 1timeoutSeconds:*int
core.ClusterTrustBundleProjection 1name:*string 2signerName:*string 3labelSelector:*meta.LabelSelector 5optional:*bool 4path:!string
core.ComponentCondition 1type:!string 2status:!string 3message:string 4error:string
core.ComponentStatus 1metadata:meta.ObjectMeta 2conditions:[]core.ComponentCondition
core.ComponentStatusList 1metadata:meta.ListMeta 2items:![]core.ComponentStatus
core.ConfigMap 1metadata:meta.ObjectMeta 4immutable:*bool 2data:{}string 3binaryData:{}bytes
core.ConfigMapEnvSource 1:^core.LocalObjectReference 2optional:*bool
core.ConfigMapKeySelector 1:^core.LocalObjectReference 2key:!string 3optional:*bool
core.ConfigMapList 1metadata:meta.ListMeta 2items:![]core.ConfigMap
core.ConfigMapNodeConfigSource 1namespace:!string 2name:!string 3uid:string 4resourceVersion:string 5kubeletConfigKey:!string
core.ConfigMapProjection 1:^core.LocalObjectReference 2items:[]core.KeyToPath 4optional:*bool
core.ConfigMapVolumeSource 1:^core.LocalObjectReference 2items:[]core.KeyToPath 3defaultMode:*int 4optional:*bool
core.Container 1name:!string 2image:string 3command:[]string 4args:[]string 5workingDir:string 6ports:[]core.ContainerPort 19envFrom:[]core.EnvFromSource 7env:[]core.EnvVar 8resources:core.ResourceRequirements 23resizePolicy:[]core.ContainerResizePolicy 24restartPolicy:*string 25restartPolicyRules:[]core.ContainerRestartRule 9volumeMounts:[]core.VolumeMount 21volumeDevices:[]core.VolumeDevice 10livenessProbe:*core.Probe 11readinessProbe:*core.Probe 22startupProbe:*core.Probe 12lifecycle:*core.Lifecycle 13terminationMessagePath:string 20terminationMessagePolicy:string 14imagePullPolicy:string 15securityContext:*core.SecurityContext 16stdin:bool 17stdinOnce:bool 18tty:bool
core.ContainerExtendedResourceRequest 1containerName:!string 2resourceName:!string 3requestName:!string
core.ContainerImage 1names:![]string 2sizeBytes:int
core.ContainerPort 1name:string 2hostPort:int 3containerPort:!int 4protocol:string 5hostIP:string
core.ContainerResizePolicy 1resourceName:!string 2restartPolicy:!string
core.ContainerRestartRule 1action:string 2exitCodes:*core.ContainerRestartRuleOnExitCodes
core.ContainerRestartRuleOnExitCodes 1operator:string 2values:[]int
core.ContainerState 1waiting:*core.ContainerStateWaiting 2running:*core.ContainerStateRunning 3terminated:*core.ContainerStateTerminated
core.ContainerStateRunning 1startedAt:time
core.ContainerStateTerminated 1exitCode:!int 2signal:int 3reason:string 4message:string 5startedAt:time 6finishedAt:time 7containerID:string
core.ContainerStateWaiting 1reason:string 2message:string
core.ContainerStatus 1name:!string 2state:core.ContainerState 3lastState:core.ContainerState 4ready:!bool 5restartCount:!int 6image:!string 7imageID:!string 8containerID:string 9started:*bool 10allocatedResources:{}quantity 11resources:*core.ResourceRequirements 12volumeMounts:[]core.VolumeMountStatus 13user:*core.ContainerUser 14allocatedResourcesStatus:[]core.ResourceStatus 15stopSignal:*string
core.ContainerUser 1linux:*core.LinuxContainerUser
core.DaemonEndpoint 1Port:!int
core.DownwardAPIProjection 1items:[]core.DownwardAPIVolumeFile
core.DownwardAPIVolumeFile 1path:!string 2fieldRef:*core.ObjectFieldSelector 3resourceFieldRef:*core.ResourceFieldSelector 4mode:*int
core.DownwardAPIVolumeSource 1items:[]core.DownwardAPIVolumeFile 2defaultMode:*int
core.EmptyDirVolumeSource 1medium:string 2sizeLimit:*quantity
core.EndpointAddress 1ip:!string 3hostname:string 4nodeName:*string 2targetRef:*core.ObjectReference
core.EndpointPort 1name:string 2port:!int 3protocol:string 4appProtocol:*string
core.EndpointSubset 1addresses:[]core.EndpointAddress 2notReadyAddresses:[]core.EndpointAddress 3ports:[]core.EndpointPort
core.Endpoints 1metadata:meta.ObjectMeta 2subsets:[]core.EndpointSubset
core.EndpointsList 1metadata:meta.ListMeta 2items:![]core.Endpoints
core.EnvFromSource 1prefix:string 2configMapRef:*core.ConfigMapEnvSource 3secretRef:*core.SecretEnvSource
core.EnvVar 1name:!string 2value:string 3valueFrom:*core.EnvVarSource
core.EnvVarSource 1fieldRef:*core.ObjectFieldSelector 2resourceFieldRef:*core.ResourceFieldSelector 3configMapKeyRef:*core.ConfigMapKeySelector 4secretKeyRef:*core.SecretKeySelector 5fileKeyRef:*core.FileKeySelector
core.EphemeralContainer 1:^core.EphemeralContainerCommon 2targetContainerName:string
core.EphemeralContainerCommon 1name:!string 2image:string 3command:[]string 4args:[]string 5workingDir:string 6ports:[]core.ContainerPort 19envFrom:[]core.EnvFromSource 7env:[]core.EnvVar 8resources:core.ResourceRequirements 23resizePolicy:[]core.ContainerResizePolicy 24restartPolicy:*string 25restartPolicyRules:[]core.ContainerRestartRule 9volumeMounts:[]core.VolumeMount 21volumeDevices:[]core.VolumeDevice 10livenessProbe:*core.Probe 11readinessProbe:*core.Probe 22startupProbe:*core.Probe 12lifecycle:*core.Lifecycle 13terminationMessagePath:string 20terminationMessagePolicy:string 14imagePullPolicy:string 15securityContext:*core.SecurityContext 16stdin:bool 17stdinOnce:bool 18tty:bool
core.EphemeralVolumeSource 1volumeClaimTemplate:*core.PersistentVolumeClaimTemplate
core.Event 1metadata:!meta.ObjectMeta 2involvedObject:!core.ObjectReference 3reason:string 4message:string 5source:core.EventSource 6firstTimestamp:time 7lastTimestamp:time 8count:int 9type:string 10eventTime:microtime 11series:*core.EventSeries 12action:string 13related:*core.ObjectReference 14reportingComponent:!string 15reportingInstance:!string
core.EventList 1metadata:meta.ListMeta 2items:![]core.Event
core.EventSeries 1count:int 2lastObservedTime:microtime
core.EventSource 1component:string 2host:string
core.ExecAction 1command:[]string
core.FCVolumeSource 1targetWWNs:[]string 2lun:*int 3fsType:string 4readOnly:bool 5wwids:[]string
core.FileKeySelector 1volumeName:!string 2path:!string 3key:!string 4optional:*bool
core.FlexPersistentVolumeSource 1driver:!string 2fsType:string 3secretRef:*core.SecretReference 4readOnly:bool 5options:{}string
core.FlexVolumeSource 1driver:!string 2fsType:string 3secretRef:*core.LocalObjectReference 4readOnly:bool 5options:{}string
core.FlockerVolumeSource 1datasetName:string 2datasetUUID:string
core.GCEPersistentDiskVolumeSource 1pdName:!string 2fsType:string 3partition:int 4readOnly:bool
core.GRPCAction 1port:!int 2service:*string
core.GitRepoVolumeSource 1repository:!string 2revision:string 3directory:string
core.GlusterfsPersistentVolumeSource 1endpoints:!string 2path:!string 3readOnly:bool 4endpointsNamespace:*string
core.GlusterfsVolumeSource 1endpoints:!string 2path:!string 3readOnly:bool
core.HTTPGetAction 1path:string 2port:!intstr 3host:string 4scheme:string 5httpHeaders:[]core.HTTPHeader
core.HTTPHeader 1name:!string 2value:!string
core.HostAlias 1ip:!string 2hostnames:[]string
core.HostIP 1ip:!string
core.HostPathVolumeSource 1path:!string 2type:*string
core.ISCSIPersistentVolumeSource 1targetPortal:!string 2iqn:!string 3lun:!int 4iscsiInterface:string 5fsType:string 6readOnly:bool 7portals:[]string 8chapAuthDiscovery:bool 11chapAuthSession:bool 10secretRef:*core.SecretReference 12initiatorName:*string
core.ISCSIVolumeSource 1targetPortal:!string 2iqn:!string 3lun:!int 4iscsiInterface:string 5fsType:string 6readOnly:bool 7portals:[]string 8chapAuthDiscovery:bool 11chapAuthSession:bool 10secretRef:*core.LocalObjectReference 12initiatorName:*string
core.ImageVolumeSource 1reference:string 2pullPolicy:string
core.KeyToPath 1key:!string 2path:!string 3mode:*int
core.Lifecycle 1postStart:*core.LifecycleHandler 2preStop:*core.LifecycleHandler 3stopSignal:*string
core.LifecycleHandler 1exec:*core.ExecAction 2httpGet:*core.HTTPGetAction 3tcpSocket:*core.TCPSocketAction 4sleep:*core.SleepAction
core.LimitRange 1metadata:meta.ObjectMeta 2spec:core.LimitRangeSpec
core.LimitRangeItem 1type:!string 2max:{}quantity 3min:{}quantity 4default:{}quantity 5defaultRequest:{}quantity 6maxLimitRequestRatio:{}quantity
core.LimitRangeList 1metadata:meta.ListMeta 2items:![]core.LimitRange
core.LimitRangeSpec 1limits:![]core.LimitRangeItem
core.LinuxContainerUser 1uid:!int 2gid:!int 3supplementalGroups:[]int
core.LoadBalancerIngress 1ip:string 2hostname:string 3ipMode:*string 4ports:[]core.PortStatus
core.LoadBalancerStatus 1ingress:[]core.LoadBalancerIngress
core.LocalObjectReference 1name:string
core.LocalVolumeSource 1path:!string 2fsType:*string
core.ModifyVolumeStatus 1targetVolumeAttributesClassName:string 2status:!string
core.NFSVolumeSource 1server:!string 2path:!string 3readOnly:bool
core.Namespace 1metadata:meta.ObjectMeta 2spec:core.NamespaceSpec 3status:core.NamespaceStatus
core.NamespaceCondition 1type:!string 2status:!string 4lastTransitionTime:time 5reason:string 6message:string
core.NamespaceList 1metadata:meta.ListMeta 2items:![]core.Namespace
core.NamespaceSpec 1finalizers:[]string
core.NamespaceStatus 1phase:string 2conditions:[]core.NamespaceCondition
core.Node 1metadata:meta.ObjectMeta 2spec:core.NodeSpec 3status:core.NodeStatus
core.NodeAddress 1type:!string 2address:!string
core.NodeAffinity 1requiredDuringSchedulingIgnoredDuringExecution:*core.NodeSelector 2preferredDuringSchedulingIgnoredDuringExecution:[]core.PreferredSchedulingTerm
core.NodeCondition 1type:!string 2status:!string 3lastHeartbeatTime:time 4lastTransitionTime:time 5reason:string 6message:string
core.NodeConfigSource 2configMap:*core.ConfigMapNodeConfigSource
core.NodeConfigStatus 1assigned:*core.NodeConfigSource 2active:*core.NodeConfigSource 3lastKnownGood:*core.NodeConfigSource 4error:string
core.NodeDaemonEndpoints 1kubeletEndpoint:core.DaemonEndpoint
core.NodeFeatures 1supplementalGroupsPolicy:*bool
core.NodeList 1metadata:meta.ListMeta 2items:![]core.Node
core.NodeProxyOptions 1path:string
core.NodeRuntimeHandler 1name:!string 2features:*core.NodeRuntimeHandlerFeatures
core.NodeRuntimeHandlerFeatures 1recursiveReadOnlyMounts:*bool 2userNamespaces:*bool
core.NodeSelector 1nodeSelectorTerms:![]core.NodeSelectorTerm
core.NodeSelectorRequirement 1key:!string 2operator:!string 3values:[]string
core.NodeSelectorTerm 1matchExpressions:[]core.NodeSelectorRequirement 2matchFields:[]core.NodeSelectorRequirement
core.NodeSpec 1podCIDR:string 7podCIDRs:[]string 3providerID:string 4unschedulable:bool 5taints:[]core.Taint 6configSource:*core.NodeConfigSource 2externalID:string
core.NodeStatus 1capacity:{}quantity 2allocatable:{}quantity 3phase:string 4conditions:[]core.NodeCondition 5addresses:[]core.NodeAddress 6daemonEndpoints:core.NodeDaemonEndpoints 7nodeInfo:core.NodeSystemInfo 8images:[]core.ContainerImage 9volumesInUse:[]string 10volumesAttached:[]core.AttachedVolume 11config:*core.NodeConfigStatus 12runtimeHandlers:[]core.NodeRuntimeHandler 13features:*core.NodeFeatures 14declaredFeatures:[]string
core.NodeSwapStatus 1capacity:*int
core.NodeSystemInfo 1machineID:!string 2systemUUID:!string 3bootID:!string 4kernelVersion:!string 5osImage:!string 6containerRuntimeVersion:!string 7kubeletVersion:!string 8kubeProxyVersion:!string 9operatingSystem:!string 10architecture:!string 11swap:*core.NodeSwapStatus
core.ObjectFieldSelector 1apiVersion:string 2fieldPath:!string
core.ObjectReference 1kind:string 2namespace:string 3name:string 4uid:string 5apiVersion:string 6resourceVersion:string 7fieldPath:string
core.PersistentVolume 1metadata:meta.ObjectMeta 2spec:core.PersistentVolumeSpec 3status:core.PersistentVolumeStatus
core.PersistentVolumeClaim 1metadata:meta.ObjectMeta 2spec:core.PersistentVolumeClaimSpec 3status:core.PersistentVolumeClaimStatus
core.PersistentVolumeClaimCondition 1type:!string 2status:!string 3lastProbeTime:time 4lastTransitionTime:time 5reason:string 6message:string
core.PersistentVolumeClaimList 1metadata:meta.ListMeta 2items:![]core.PersistentVolumeClaim
core.PersistentVolumeClaimSpec 1accessModes:[]string 4selector:*meta.LabelSelector 2resources:core.VolumeResourceRequirements 3volumeName:string 5storageClassName:*string 6volumeMode:*string 7dataSource:*core.TypedLocalObjectReference 8dataSourceRef:*core.TypedObjectReference 9volumeAttributesClassName:*string
core.PersistentVolumeClaimStatus 1phase:string 2accessModes:[]string 3capacity:{}quantity 4conditions:[]core.PersistentVolumeClaimCondition 5allocatedResources:{}quantity 7allocatedResourceStatuses:{}string 8currentVolumeAttributesClassName:*string 9modifyVolumeStatus:*core.ModifyVolumeStatus
core.PersistentVolumeClaimTemplate 1metadata:meta.ObjectMeta 2spec:!core.PersistentVolumeClaimSpec
core.PersistentVolumeClaimVolumeSource 1claimName:!string 2readOnly:bool
core.PersistentVolumeList 1metadata:meta.ListMeta 2items:![]core.PersistentVolume
core.PersistentVolumeSource 1gcePersistentDisk:*core.GCEPersistentDiskVolumeSource 2awsElasticBlockStore:*core.AWSElasticBlockStoreVolumeSource 3hostPath:*core.HostPathVolumeSource 4glusterfs:*core.GlusterfsPersistentVolumeSource 5nfs:*core.NFSVolumeSource 6rbd:*core.RBDPersistentVolumeSource 7iscsi:*core.ISCSIPersistentVolumeSource 8cinder:*core.CinderPersistentVolumeSource 9cephfs:*core.CephFSPersistentVolumeSource 10fc:*core.FCVolumeSource 11flocker:*core.FlockerVolumeSource 12flexVolume:*core.FlexPersistentVolumeSource 13azureFile:*core.AzureFilePersistentVolumeSource 14vsphereVolume:*core.VsphereVirtualDiskVolumeSource 15quobyte:*core.QuobyteVolumeSource 16azureDisk:*core.AzureDiskVolumeSource 17photonPersistentDisk:*core.PhotonPersistentDiskVolumeSource 18portworxVolume:*core.PortworxVolumeSource 19scaleIO:*core.ScaleIOPersistentVolumeSource 20local:*core.LocalVolumeSource 21storageos:*core.StorageOSPersistentVolumeSource 22csi:*core.CSIPersistentVolumeSource
core.PersistentVolumeSpec 1capacity:{}quantity 2:^core.PersistentVolumeSource 3accessModes:[]string 4claimRef:*core.ObjectReference 5persistentVolumeReclaimPolicy:string 6storageClassName:string 7mountOptions:[]string 8volumeMode:*string 9nodeAffinity:*core.VolumeNodeAffinity 10volumeAttributesClassName:*string
core.PersistentVolumeStatus 1phase:string 2message:string 3reason:string 4lastPhaseTransitionTime:*time
core.PhotonPersistentDiskVolumeSource 1pdID:!string 2fsType:string
core.Pod 1metadata:meta.ObjectMeta 2spec:core.PodSpec 3status:core.PodStatus
core.PodAffinity 1requiredDuringSchedulingIgnoredDuringExecution:[]core.PodAffinityTerm 2preferredDuringSchedulingIgnoredDuringExecution:[]core.WeightedPodAffinityTerm
core.PodAffinityTerm 1labelSelector:*meta.LabelSelector 2namespaces:[]string 3topologyKey:!string 4namespaceSelector:*meta.LabelSelector 5matchLabelKeys:[]string 6mismatchLabelKeys:[]string
core.PodAntiAffinity 1requiredDuringSchedulingIgnoredDuringExecution:[]core.PodAffinityTerm 2preferredDuringSchedulingIgnoredDuringExecution:[]core.WeightedPodAffinityTerm
core.PodAttachOptions 1stdin:bool 2stdout:bool 3stderr:bool 4tty:bool 5container:string
core.PodCertificateProjection 1signerName:string 2keyType:string 3maxExpirationSeconds:*int 4credentialBundlePath:string 5keyPath:string 6certificateChainPath:string 7userAnnotations:{}string
core.PodCondition 1type:!string 7observedGeneration:int 2status:!string 3lastProbeTime:time 4lastTransitionTime:time 5reason:string 6message:string
core.PodDNSConfig 1nameservers:[]string 2searches:[]string 3options:[]core.PodDNSConfigOption
core.PodDNSConfigOption 1name:string 2value:*string
core.PodExecOptions 1stdin:bool 2stdout:bool 3stderr:bool 4tty:bool 5container:string 6command:![]string
core.PodExtendedResourceClaimStatus 1requestMappings:![]core.ContainerExtendedResourceRequest 2resourceClaimName:!string
core.PodIP 1ip:!string
core.PodList 1metadata:meta.ListMeta 2items:![]core.Pod
core.PodLogOptions 1container:string 2follow:bool 3previous:bool 4sinceSeconds:*int 5sinceTime:*time 6timestamps:bool 7tailLines:*int 8limitBytes:*int 9insecureSkipTLSVerifyBackend:bool 10stream:*string
core.PodOS 1name:!string
core.PodPortForwardOptions 1ports:[]int
core.PodProxyOptions 1path:string
core.PodReadinessGate 1conditionType:!string
core.PodResourceClaim 1name:!string 3resourceClaimName:*string 4resourceClaimTemplateName:*string
core.PodResourceClaimStatus 1name:!string 2resourceClaimName:*string
core.PodSchedulingGate 1name:!string
core.PodSecurityContext 1seLinuxOptions:*core.SELinuxOptions 8windowsOptions:*core.WindowsSecurityContextOptions 2runAsUser:*int 6runAsGroup:*int 3runAsNonRoot:*bool 4supplementalGroups:[]int 12supplementalGroupsPolicy:*string 5fsGroup:*int 7sysctls:[]core.Sysctl 9fsGroupChangePolicy:*string 10seccompProfile:*core.SeccompProfile 11appArmorProfile:*core.AppArmorProfile 13seLinuxChangePolicy:*string
core.PodSignature 1podController:*meta.OwnerReference
core.PodSpec 1volumes:[]core.Volume 20initContainers:[]core.Container 2containers:![]core.Container 34ephemeralContainers:[]core.EphemeralContainer 3restartPolicy:string 4terminationGracePeriodSeconds:*int 5activeDeadlineSeconds:*int 6dnsPolicy:string 7nodeSelector:{}string 8serviceAccountName:string 9serviceAccount:string 21automountServiceAccountToken:*bool 10nodeName:string 11hostNetwork:bool 12hostPID:bool 13hostIPC:bool 27shareProcessNamespace:*bool 14securityContext:*core.PodSecurityContext 15imagePullSecrets:[]core.LocalObjectReference 16hostname:string 17subdomain:string 18affinity:*core.Affinity 19schedulerName:string 22tolerations:[]core.Toleration 23hostAliases:[]core.HostAlias 24priorityClassName:string 25priority:*int 26dnsConfig:*core.PodDNSConfig 28readinessGates:[]core.PodReadinessGate 29runtimeClassName:*string 30enableServiceLinks:*bool 31preemptionPolicy:*string 32overhead:{}quantity 33topologySpreadConstraints:[]core.TopologySpreadConstraint 35setHostnameAsFQDN:*bool 36os:*core.PodOS 37hostUsers:*bool 38schedulingGates:[]core.PodSchedulingGate 39resourceClaims:[]core.PodResourceClaim 40resources:*core.ResourceRequirements 41hostnameOverride:*string 42workloadRef:*core.WorkloadReference
core.PodStatus 17observedGeneration:int 1phase:string 2conditions:[]core.PodCondition 3message:string 4reason:string 11nominatedNodeName:string 5hostIP:string 16hostIPs:[]core.HostIP 6podIP:string 12podIPs:[]core.PodIP 7startTime:*time 10initContainerStatuses:[]core.ContainerStatus 8containerStatuses:[]core.ContainerStatus 9qosClass:string 13ephemeralContainerStatuses:[]core.ContainerStatus 14resize:string 15resourceClaimStatuses:[]core.PodResourceClaimStatus 18extendedResourceClaimStatus:*core.PodExtendedResourceClaimStatus 19allocatedResources:{}quantity 20resources:*core.ResourceRequirements
core.PodStatusResult 1metadata:meta.ObjectMeta 2status:core.PodStatus
core.PodTemplate 1metadata:meta.ObjectMeta 2template:core.PodTemplateSpec
core.PodTemplateList 1metadata:meta.ListMeta 2items:![]core.PodTemplate
core.PodTemplateSpec 1metadata:meta.ObjectMeta 2spec:core.PodSpec
core.PortStatus 1port:!int 2protocol:!string 3error:*string
core.PortworxVolumeSource 1volumeID:!string 2fsType:string 3readOnly:bool
core.Preconditions 1uid:*string
core.PreferAvoidPodsEntry 1podSignature:!core.PodSignature 2evictionTime:time 3reason:string 4message:string
core.PreferredSchedulingTerm 1weight:!int 2preference:!core.NodeSelectorTerm
core.Probe 1:^core.ProbeHandler 2initialDelaySeconds:int 3timeoutSeconds:int 4periodSeconds:int 5successThreshold:int 6failureThreshold:int 7terminationGracePeriodSeconds:*int
core.ProbeHandler 1exec:*core.ExecAction 2httpGet:*core.HTTPGetAction 3tcpSocket:*core.TCPSocketAction 4grpc:*core.GRPCAction
core.ProjectedVolumeSource 1sources:![]core.VolumeProjection 2defaultMode:*int
core.QuobyteVolumeSource 1registry:!string 2volume:!string 3readOnly:bool 4user:string 5group:string 6tenant:string
core.RBDPersistentVolumeSource 1monitors:![]string 2image:!string 3fsType:string 4pool:string 5user:string 6keyring:string 7secretRef:*core.SecretReference 8readOnly:bool
core.RBDVolumeSource 1monitors:![]string 2image:!string 3fsType:string 4pool:string 5user:string 6keyring:string 7secretRef:*core.LocalObjectReference 8readOnly:bool
core.RangeAllocation 1metadata:meta.ObjectMeta 2range:!string 3data:!bytes
core.ReplicationController 1metadata:meta.ObjectMeta 2spec:core.ReplicationControllerSpec 3status:core.ReplicationControllerStatus
core.ReplicationControllerCondition 1type:!string 2status:!string 3lastTransitionTime:time 4reason:string 5message:string
core.ReplicationControllerList 1metadata:meta.ListMeta 2items:![]core.ReplicationController
core.ReplicationControllerSpec 1replicas:*int 4minReadySeconds:int 2selector:{}string 3template:*core.PodTemplateSpec
core.ReplicationControllerStatus 1replicas:!int 2fullyLabeledReplicas:int 4readyReplicas:int 5availableReplicas:int 3observedGeneration:int 6conditions:[]core.ReplicationControllerCondition
core.ResourceClaim 1name:!string 2request:string
core.ResourceFieldSelector 1containerName:string 2resource:!string 3divisor:quantity
core.ResourceHealth 1resourceID:!string 2health:string
core.ResourceQuota 1metadata:meta.ObjectMeta 2spec:core.ResourceQuotaSpec 3status:core.ResourceQuotaStatus
core.ResourceQuotaList 1metadata:meta.ListMeta 2items:![]core.ResourceQuota
core.ResourceQuotaSpec 1hard:{}quantity 2scopes:[]string 3scopeSelector:*core.ScopeSelector
core.ResourceQuotaStatus 1hard:{}quantity 2used:{}quantity
core.ResourceRequirements 1limits:{}quantity 2requests:{}quantity 3claims:[]core.ResourceClaim
core.ResourceStatus 1name:!string 2resources:[]core.ResourceHealth
core.SELinuxOptions 1user:string 2role:string 3type:string 4level:string
core.ScaleIOPersistentVolumeSource 1gateway:!string 2system:!string 3secretRef:*core.SecretReference 4sslEnabled:bool 5protectionDomain:string 6storagePool:string 7storageMode:string 8volumeName:string 9fsType:string 10readOnly:bool
core.ScaleIOVolumeSource 1gateway:!string 2system:!string 3secretRef:*core.LocalObjectReference 4sslEnabled:bool 5protectionDomain:string 6storagePool:string 7storageMode:string 8volumeName:string 9fsType:string 10readOnly:bool
core.ScopeSelector 1matchExpressions:[]core.ScopedResourceSelectorRequirement
core.ScopedResourceSelectorRequirement 1scopeName:!string 2operator:!string 3values:[]string
core.SeccompProfile 1type:!string 2localhostProfile:*string
core.Secret 1metadata:meta.ObjectMeta 5immutable:*bool 2data:{}bytes 4stringData:{}string 3type:string
core.SecretEnvSource 1:^core.LocalObjectReference 2optional:*bool
core.SecretKeySelector 1:^core.LocalObjectReference 2key:!string 3optional:*bool
core.SecretList 1metadata:meta.ListMeta 2items:![]core.Secret
core.SecretProjection 1:^core.LocalObjectReference 2items:[]core.KeyToPath 4optional:*bool
core.SecretReference 1name:string 2namespace:string
core.SecretVolumeSource 1secretName:string 2items:[]core.KeyToPath 3defaultMode:*int 4optional:*bool
core.SecurityContext 1capabilities:*core.Capabilities 2privileged:*bool 3seLinuxOptions:*core.SELinuxOptions 10windowsOptions:*core.WindowsSecurityContextOptions 4runAsUser:*int 8runAsGroup:*int 5runAsNonRoot:*bool 6readOnlyRootFilesystem:*bool 7allowPrivilegeEscalation:*bool 9procMount:*string 11seccompProfile:*core.SeccompProfile 12appArmorProfile:*core.AppArmorProfile
core.SerializedReference 1reference:core.ObjectReference
core.Service 1metadata:meta.ObjectMeta 2spec:core.ServiceSpec 3status:core.ServiceStatus
core.ServiceAccount 1metadata:meta.ObjectMeta 2secrets:[]core.ObjectReference 3imagePullSecrets:[]core.LocalObjectReference 4automountServiceAccountToken:*bool
core.ServiceAccountList 1metadata:meta.ListMeta 2items:![]core.ServiceAccount
core.ServiceAccountTokenProjection 1audience:string 2expirationSeconds:*int 3path:!string
core.ServiceList 1metadata:meta.ListMeta 2items:![]core.Service
core.ServicePort 1name:string 2protocol:string 6appProtocol:*string 3port:!int 4targetPort:intstr 5nodePort:int
core.ServiceProxyOptions 1path:string
core.ServiceSpec 1ports:[]core.ServicePort 2selector:{}string 3clusterIP:string 18clusterIPs:[]string 4type:string 5externalIPs:[]string 7sessionAffinity:string 8loadBalancerIP:string 9loadBalancerSourceRanges:[]string 10externalName:string 11externalTrafficPolicy:string 12healthCheckNodePort:int 13publishNotReadyAddresses:bool 14sessionAffinityConfig:*core.SessionAffinityConfig 19ipFamilies:[]string 17ipFamilyPolicy:*string 20allocateLoadBalancerNodePorts:*bool 21loadBalancerClass:*string 22internalTrafficPolicy:*string 23trafficDistribution:*string
core.ServiceStatus 1loadBalancer:core.LoadBalancerStatus 2conditions:[]meta.Condition
core.SessionAffinityConfig 1clientIP:*core.ClientIPConfig
core.SleepAction 1seconds:!int
core.StorageOSPersistentVolumeSource 1volumeName:string 2volumeNamespace:string 3fsType:string 4readOnly:bool 5secretRef:*core.ObjectReference
core.StorageOSVolumeSource 1volumeName:string 2volumeNamespace:string 3fsType:string 4readOnly:bool 5secretRef:*core.LocalObjectReference
core.Sysctl 1name:!string 2value:!string
core.TCPSocketAction 1port:!intstr 2host:string
core.Taint 1key:!string 2value:string 3effect:!string 4timeAdded:*time
core.Toleration 1key:string 2operator:string 3value:string 4effect:string 5tolerationSeconds:*int
core.TopologySelectorLabelRequirement 1key:!string 2values:![]string
core.TopologySelectorTerm 1matchLabelExpressions:[]core.TopologySelectorLabelRequirement
core.TopologySpreadConstraint 1maxSkew:!int 2topologyKey:!string 3whenUnsatisfiable:!string 4labelSelector:*meta.LabelSelector 5minDomains:*int 6nodeAffinityPolicy:*string 7nodeTaintsPolicy:*string 8matchLabelKeys:[]string
core.TypedLocalObjectReference 1apiGroup:*string 2kind:!string 3name:!string
core.TypedObjectReference 1apiGroup:*string 2kind:!string 3name:!string 4namespace:*string
core.Volume 1name:!string 2:^core.VolumeSource
core.VolumeDevice 1name:!string 2devicePath:!string
core.VolumeMount 1name:!string 2readOnly:bool 7recursiveReadOnly:*string 3mountPath:!string 4subPath:string 5mountPropagation:*string 6subPathExpr:string
core.VolumeMountStatus 1name:!string 2mountPath:!string 3readOnly:bool 4recursiveReadOnly:*string
core.VolumeNodeAffinity 1required:*core.NodeSelector
core.VolumeProjection 1secret:*core.SecretProjection 2downwardAPI:*core.DownwardAPIProjection 3configMap:*core.ConfigMapProjection 4serviceAccountToken:*core.ServiceAccountTokenProjection 5clusterTrustBundle:*core.ClusterTrustBundleProjection 6podCertificate:*core.PodCertificateProjection
core.VolumeResourceRequirements 1limits:{}quantity 2requests:{}quantity
core.VolumeSource 1hostPath:*core.HostPathVolumeSource 2emptyDir:*core.EmptyDirVolumeSource 3gcePersistentDisk:*core.GCEPersistentDiskVolumeSource 4awsElasticBlockStore:*core.AWSElasticBlockStoreVolumeSource 5gitRepo:*core.GitRepoVolumeSource 6secret:*core.SecretVolumeSource 7nfs:*core.NFSVolumeSource 8iscsi:*core.ISCSIVolumeSource 9glusterfs:*core.GlusterfsVolumeSource 10persistentVolumeClaim:*core.PersistentVolumeClaimVolumeSource 11rbd:*core.RBDVolumeSource 12flexVolume:*core.FlexVolumeSource 13cinder:*core.CinderVolumeSource 14cephfs:*core.CephFSVolumeSource 15flocker:*core.FlockerVolumeSource 16downwardAPI:*core.DownwardAPIVolumeSource 17fc:*core.FCVolumeSource 18azureFile:*core.AzureFileVolumeSource 19configMap:*core.ConfigMapVolumeSource 20vsphereVolume:*core.VsphereVirtualDiskVolumeSource 21quobyte:*core.QuobyteVolumeSource 22azureDisk:*core.AzureDiskVolumeSource 23photonPersistentDisk:*core.PhotonPersistentDiskVolumeSource 26projected:*core.ProjectedVolumeSource 24portworxVolume:*core.PortworxVolumeSource 25scaleIO:*core.ScaleIOVolumeSource 27storageos:*core.StorageOSVolumeSource 28csi:*core.CSIVolumeSource 29ephemeral:*core.EphemeralVolumeSource 30image:*core.ImageVolumeSource
core.VsphereVirtualDiskVolumeSource 1volumePath:!string 2fsType:string 3storagePolicyName:string 4storagePolicyID:string
core.WeightedPodAffinityTerm 1weight:!int 2podAffinityTerm:!core.PodAffinityTerm
core.WindowsSecurityContextOptions 1gmsaCredentialSpecName:*string 2gmsaCredentialSpec:*string 3runAsUserName:*string 4hostProcess:*bool
core.WorkloadReference 1name:!string 2podGroup:!string 3podGroupReplicaKey:string
discovery.Endpoint 1addresses:![]string 2conditions:discovery.EndpointConditions 3hostname:*string 4targetRef:*core.ObjectReference 5deprecatedTopology:{}string 6nodeName:*string 7zone:*string 8hints:*discovery.EndpointHints
discovery.EndpointConditions 1ready:*bool 2serving:*bool 3terminating:*bool
discovery.EndpointHints 1forZones:[]discovery.ForZone 2forNodes:[]discovery.ForNode
discovery.EndpointPort 1name:*string 2protocol:*string 3port:*int 4appProtocol:*string
discovery.EndpointSlice 1metadata:meta.ObjectMeta 4addressType:!string 2endpoints:![]discovery.Endpoint 3ports:![]discovery.EndpointPort
discovery.EndpointSliceList 1metadata:meta.ListMeta 2items:![]discovery.EndpointSlice
discovery.ForNode 1name:!string
discovery.ForZone 1name:!string
events.Event 1metadata:!meta.ObjectMeta 2eventTime:!microtime 3series:*events.EventSeries 4reportingController:string 5reportingInstance:string 6action:string 7reason:string 8regarding:core.ObjectReference 9related:*core.ObjectReference 10note:string 11type:string 12deprecatedSource:core.EventSource 13deprecatedFirstTimestamp:time 14deprecatedLastTimestamp:time 15deprecatedCount:int
events.EventList 1metadata:meta.ListMeta 2items:![]events.Event
events.EventSeries 1count:!int 2lastObservedTime:!microtime
flowcontrol.ExemptPriorityLevelConfiguration 1nominalConcurrencyShares:*int 2lendablePercent:*int
flowcontrol.FlowDistinguisherMethod 1type:!string
flowcontrol.FlowSchema 1metadata:meta.ObjectMeta 2spec:flowcontrol.FlowSchemaSpec 3status:flowcontrol.FlowSchemaStatus
flowcontrol.FlowSchemaCondition 1type:string 2status:string 3lastTransitionTime:time 4reason:string 5message:string
flowcontrol.FlowSchemaList 1metadata:meta.ListMeta 2items:![]flowcontrol.FlowSchema
flowcontrol.FlowSchemaSpec 1priorityLevelConfiguration:!flowcontrol.PriorityLevelConfigurationReference 2matchingPrecedence:!int 3distinguisherMethod:*flowcontrol.FlowDistinguisherMethod 4rules:[]flowcontrol.PolicyRulesWithSubjects
flowcontrol.FlowSchemaStatus 1conditions:[]flowcontrol.FlowSchemaCondition
flowcontrol.GroupSubject 1name:!string
flowcontrol.LimitResponse 1type:!string 2queuing:*flowcontrol.QueuingConfiguration
flowcontrol.LimitedPriorityLevelConfiguration 1nominalConcurrencyShares:*int 2limitResponse:flowcontrol.LimitResponse 3lendablePercent:*int 4borrowingLimitPercent:*int
flowcontrol.NonResourcePolicyRule 1verbs:![]string 6nonResourceURLs:![]string
flowcontrol.PolicyRulesWithSubjects 1subjects:![]flowcontrol.Subject 2resourceRules:[]flowcontrol.ResourcePolicyRule 3nonResourceRules:[]flowcontrol.NonResourcePolicyRule
flowcontrol.PriorityLevelConfiguration 1metadata:meta.ObjectMeta 2spec:flowcontrol.PriorityLevelConfigurationSpec 3status:flowcontrol.PriorityLevelConfigurationStatus
flowcontrol.PriorityLevelConfigurationCondition 1type:string 2status:string 3lastTransitionTime:time 4reason:string 5message:string
flowcontrol.PriorityLevelConfigurationList 1metadata:meta.ListMeta 2items:![]flowcontrol.PriorityLevelConfiguration
flowcontrol.PriorityLevelConfigurationReference 1name:!string
flowcontrol.PriorityLevelConfigurationSpec 1type:!string 2limited:*flowcontrol.LimitedPriorityLevelConfiguration 3exempt:*flowcontrol.ExemptPriorityLevelConfiguration
flowcontrol.PriorityLevelConfigurationStatus 1conditions:[]flowcontrol.PriorityLevelConfigurationCondition
flowcontrol.QueuingConfiguration 1queues:!int 2handSize:!int 3queueLengthLimit:!int
flowcontrol.ResourcePolicyRule 1verbs:![]string 2apiGroups:![]string 3resources:![]string 4clusterScope:bool 5namespaces:![]string
flowcontrol.ServiceAccountSubject 1namespace:!string 2name:!string
flowcontrol.Subject 1kind:!string 2user:*flowcontrol.UserSubject 3group:*flowcontrol.GroupSubject 4serviceAccount:*flowcontrol.ServiceAccountSubject
flowcontrol.UserSubject 1name:!string
meta.APIGroup 1name:!string 2versions:![]meta.GroupVersionForDiscovery 3preferredVersion:meta.GroupVersionForDiscovery 4serverAddressByClientCIDRs:[]meta.ServerAddressByClientCIDR
meta.APIGroupList 1groups:![]meta.APIGroup
meta.APIResource 1name:!string 6singularName:!string 2namespaced:!bool 8group:string 9version:string 3kind:!string 4verbs:!items 5shortNames:[]string 7categories:[]string 10storageVersionHash:string
meta.APIResourceList 1groupVersion:!string 2resources:![]meta.APIResource
meta.APIVersions 1versions:![]string 2serverAddressByClientCIDRs:![]meta.ServerAddressByClientCIDR
meta.ApplyOptions 1dryRun:[]string 2force:!bool 3fieldManager:!string
meta.Condition 1type:!string 2status:!string 3observedGeneration:int 4lastTransitionTime:!time 5reason:!string 6message:!string
meta.CreateOptions 1dryRun:[]string 3fieldManager:string 4fieldValidation:string
meta.DeleteOptions 1gracePeriodSeconds:*int 2preconditions:*meta.Preconditions 3orphanDependents:*bool 4propagationPolicy:*string 5dryRun:[]string 6ignoreStoreReadErrorWithClusterBreakingPotential:*bool
meta.FieldSelectorRequirement 1key:!string 2operator:!string 3values:[]string
meta.FieldsV1 1-:!bytes
meta.GetOptions 1resourceVersion:string
meta.GroupKind 1group:!string 2kind:!string
meta.GroupResource 1group:!string 2resource:!string
meta.GroupVersion 1group:!string 2version:!string
meta.GroupVersionForDiscovery 1groupVersion:!string 2version:!string
meta.GroupVersionKind 1group:!string 2version:!string 3kind:!string
meta.GroupVersionResource 1group:!string 2version:!string 3resource:!string
meta.LabelSelector 1matchLabels:{}string 2matchExpressions:[]meta.LabelSelectorRequirement
meta.LabelSelectorRequirement 1key:!string 2operator:!string 3values:[]string
meta.List 1metadata:meta.ListMeta 2items:![]raw
meta.ListMeta 1selfLink:string 2resourceVersion:string 3continue:string 4remainingItemCount:*int
meta.ListOptions 1labelSelector:string 2fieldSelector:string 3watch:bool 9allowWatchBookmarks:bool 4resourceVersion:string 10resourceVersionMatch:string 5timeoutSeconds:*int 7limit:int 8continue:string 11sendInitialEvents:*bool
meta.ManagedFieldsEntry 1manager:string 2operation:string 3apiVersion:string 4time:*time 6fieldsType:string 7fieldsV1:*raw 8subresource:string
meta.ObjectMeta 1name:string 2generateName:string 3namespace:string 4selfLink:string 5uid:string 6resourceVersion:string 7generation:int 8creationTimestamp:time 9deletionTimestamp:*time 10deletionGracePeriodSeconds:*int 11labels:{}string 12annotations:{}string 13ownerReferences:[]meta.OwnerReference 14finalizers:[]string 17managedFields:[]meta.ManagedFieldsEntry
meta.OwnerReference 5apiVersion:!string 1kind:!string 3name:!string 4uid:!string 6controller:*bool 7blockOwnerDeletion:*bool
meta.PartialObjectMetadata 1metadata:meta.ObjectMeta
meta.PartialObjectMetadataList 1metadata:meta.ListMeta 2items:![]meta.PartialObjectMetadata
meta.PatchOptions 1dryRun:[]string 2force:*bool 3fieldManager:string 4fieldValidation:string
meta.Preconditions 1uid:*string 2resourceVersion:*string
meta.RootPaths 1paths:![]string
meta.ServerAddressByClientCIDR 1clientCIDR:!string 2serverAddress:!string
meta.Status 1metadata:meta.ListMeta 2status:string 3message:string 4reason:string 5details:*meta.StatusDetails 6code:int
meta.StatusCause 1reason:string 2message:string 3field:string
meta.StatusDetails 1name:string 2group:string 3kind:string 6uid:string 4causes:[]meta.StatusCause 5retryAfterSeconds:int
meta.TableOptions 1includeObject:string
meta.Timestamp 1seconds:!int 2nanos:!int
meta.TypeMeta 1kind:string 2apiVersion:string
meta.UpdateOptions 1dryRun:[]string 2fieldManager:string 3fieldValidation:string
meta.WatchEvent 1type:!string 2object:!raw
networking.HTTPIngressPath 1path:string 3pathType:*string 2backend:!networking.IngressBackend
networking.HTTPIngressRuleValue 1paths:![]networking.HTTPIngressPath
networking.IPAddress 1metadata:meta.ObjectMeta 2spec:networking.IPAddressSpec
networking.IPAddressList 1metadata:meta.ListMeta 2items:![]networking.IPAddress
networking.IPAddressSpec 1parentRef:*networking.ParentReference
networking.IPBlock 1cidr:!string 2except:[]string
networking.Ingress 1metadata:meta.ObjectMeta 2spec:networking.IngressSpec 3status:networking.IngressStatus
networking.IngressBackend 4service:*networking.IngressServiceBackend 3resource:*core.TypedLocalObjectReference
networking.IngressClass 1metadata:meta.ObjectMeta 2spec:networking.IngressClassSpec
networking.IngressClassList 1metadata:meta.ListMeta 2items:![]networking.IngressClass
networking.IngressClassParametersReference 1apiGroup:*string 2kind:!string 3name:!string 4scope:*string 5namespace:*string
networking.IngressClassSpec 1controller:string 2parameters:*networking.IngressClassParametersReference
networking.IngressList 1metadata:meta.ListMeta 2items:![]networking.Ingress
networking.IngressLoadBalancerIngress 1ip:string 2hostname:string 4ports:[]networking.IngressPortStatus
networking.IngressLoadBalancerStatus 1ingress:[]networking.IngressLoadBalancerIngress
networking.IngressPortStatus 1port:!int 2protocol:!string 3error:*string
networking.IngressRule 1host:string 2:^networking.IngressRuleValue
networking.IngressRuleValue 1http:*networking.HTTPIngressRuleValue
networking.IngressServiceBackend 1name:!string 2port:networking.ServiceBackendPort
networking.IngressSpec 4ingressClassName:*string 1defaultBackend:*networking.IngressBackend 2tls:[]networking.IngressTLS 3rules:[]networking.IngressRule
networking.IngressStatus 1loadBalancer:networking.IngressLoadBalancerStatus
networking.IngressTLS 1hosts:[]string 2secretName:string
networking.NetworkPolicy 1metadata:meta.ObjectMeta 2spec:networking.NetworkPolicySpec
networking.NetworkPolicyEgressRule 1ports:[]networking.NetworkPolicyPort 2to:[]networking.NetworkPolicyPeer
networking.NetworkPolicyIngressRule 1ports:[]networking.NetworkPolicyPort 2from:[]networking.NetworkPolicyPeer
networking.NetworkPolicyList 1metadata:meta.ListMeta 2items:![]networking.NetworkPolicy
networking.NetworkPolicyPeer 1podSelector:*meta.LabelSelector 2namespaceSelector:*meta.LabelSelector 3ipBlock:*networking.IPBlock
networking.NetworkPolicyPort 1protocol:*string 2port:*intstr 3endPort:*int
networking.NetworkPolicySpec 1podSelector:!meta.LabelSelector 2ingress:[]networking.NetworkPolicyIngressRule 3egress:[]networking.NetworkPolicyEgressRule 4policyTypes:[]string
networking.ParentReference 1group:string 2resource:string 3namespace:string 4name:string
networking.ServiceBackendPort 1name:string 2number:int
networking.ServiceCIDR 1metadata:meta.ObjectMeta 2spec:networking.ServiceCIDRSpec 3status:networking.ServiceCIDRStatus
networking.ServiceCIDRList 1metadata:meta.ListMeta 2items:![]networking.ServiceCIDR
networking.ServiceCIDRSpec 1cidrs:[]string
networking.ServiceCIDRStatus 1conditions:[]meta.Condition
node.Overhead 1podFixed:{}quantity
node.RuntimeClass 1metadata:meta.ObjectMeta 2handler:!string 3overhead:*node.Overhead 4scheduling:*node.Scheduling
node.RuntimeClassList 1metadata:meta.ListMeta 2items:![]node.RuntimeClass
node.Scheduling 1nodeSelector:{}string 2tolerations:[]core.Toleration
policy.Eviction 1metadata:meta.ObjectMeta 2deleteOptions:*meta.DeleteOptions
policy.PodDisruptionBudget 1metadata:meta.ObjectMeta 2spec:policy.PodDisruptionBudgetSpec 3status:policy.PodDisruptionBudgetStatus
policy.PodDisruptionBudgetList 1metadata:meta.ListMeta 2items:![]policy.PodDisruptionBudget
policy.PodDisruptionBudgetSpec 1minAvailable:*intstr 2selector:*meta.LabelSelector 3maxUnavailable:*intstr 4unhealthyPodEvictionPolicy:*string
policy.PodDisruptionBudgetStatus 1observedGeneration:int 2disruptedPods:{}time 3disruptionsAllowed:!int 4currentHealthy:!int 5desiredHealthy:!int 6expectedPods:!int 7conditions:[]meta.Condition
rbac.AggregationRule 1clusterRoleSelectors:[]meta.LabelSelector
rbac.ClusterRole 1metadata:meta.ObjectMeta 2rules:![]rbac.PolicyRule 3aggregationRule:*rbac.AggregationRule
rbac.ClusterRoleBinding 1metadata:meta.ObjectMeta 2subjects:[]rbac.Subject 3roleRef:!rbac.RoleRef
rbac.ClusterRoleBindingList 1metadata:meta.ListMeta 2items:![]rbac.ClusterRoleBinding
rbac.ClusterRoleList 1metadata:meta.ListMeta 2items:![]rbac.ClusterRole
rbac.PolicyRule 1verbs:![]string 2apiGroups:[]string 3resources:[]string 4resourceNames:[]string 5nonResourceURLs:[]string
rbac.Role 1metadata:meta.ObjectMeta 2rules:![]rbac.PolicyRule
rbac.RoleBinding 1metadata:meta.ObjectMeta 2subjects:[]rbac.Subject 3roleRef:!rbac.RoleRef
rbac.RoleBindingList 1metadata:meta.ListMeta 2items:![]rbac.RoleBinding
rbac.RoleList 1metadata:meta.ListMeta 2items:![]rbac.Role
rbac.RoleRef 1apiGroup:!string 2kind:!string 3name:!string
rbac.Subject 1kind:!string 2apiGroup:string 3name:!string 4namespace:string
resource.AllocatedDeviceStatus 1driver:!string 2pool:!string 3device:!string 7shareID:*string 4conditions:![]meta.Condition 5data:*raw 6networkData:*resource.NetworkDeviceData
resource.AllocationResult 1devices:resource.DeviceAllocationResult 3nodeSelector:*core.NodeSelector 5allocationTimestamp:*time
resource.CELDeviceSelector 1expression:!string
resource.CapacityRequestPolicy 1default:*quantity 3validValues:[]quantity 4validRange:*resource.CapacityRequestPolicyRange
resource.CapacityRequestPolicyRange 1min:*quantity 2max:*quantity 3step:*quantity
resource.CapacityRequirements 1requests:{}quantity
resource.Counter 1value:!quantity
resource.CounterSet 1name:!string 2counters:{}resource.Counter
resource.Device 1name:!string 2attributes:{}resource.DeviceAttribute 3capacity:{}resource.DeviceCapacity 4consumesCounters:[]resource.DeviceCounterConsumption 5nodeName:*string 6nodeSelector:*core.NodeSelector 7allNodes:*bool 8taints:[]resource.DeviceTaint 9bindsToNode:*bool 10bindingConditions:[]string 11bindingFailureConditions:[]string 12allowMultipleAllocations:*bool
resource.DeviceAllocationConfiguration 1source:!string 2requests:[]string 3:^resource.DeviceConfiguration
resource.DeviceAllocationResult 1results:[]resource.DeviceRequestAllocationResult 2config:[]resource.DeviceAllocationConfiguration
resource.DeviceAttribute 2int:*int 3bool:*bool 4string:*string 5version:*string
resource.DeviceCapacity 1value:!quantity 2requestPolicy:*resource.CapacityRequestPolicy
resource.DeviceClaim 1requests:![]resource.DeviceRequest 2constraints:[]resource.DeviceConstraint 3config:[]resource.DeviceClaimConfiguration
resource.DeviceClaimConfiguration 1requests:[]string 2:^resource.DeviceConfiguration
resource.DeviceClass 1metadata:meta.ObjectMeta 2spec:!resource.DeviceClassSpec
resource.DeviceClassConfiguration 1:^resource.DeviceConfiguration
resource.DeviceClassList 1metadata:meta.ListMeta 2items:![]resource.DeviceClass
resource.DeviceClassSpec 1selectors:[]resource.DeviceSelector 2config:[]resource.DeviceClassConfiguration 4extendedResourceName:*string
resource.DeviceConfiguration 1opaque:*resource.OpaqueDeviceConfiguration
resource.DeviceConstraint 1requests:[]string 2matchAttribute:*string 3distinctAttribute:*string
resource.DeviceCounterConsumption 1counterSet:!string 2counters:{}resource.Counter
resource.DeviceRequest 1name:!string 2exactly:*resource.ExactDeviceRequest 3firstAvailable:[]resource.DeviceSubRequest
resource.DeviceRequestAllocationResult 1request:!string 2driver:!string 3pool:!string 4device:!string 5adminAccess:*bool 6tolerations:[]resource.DeviceToleration 7bindingConditions:[]string 8bindingFailureConditions:[]string 9shareID:*string 10consumedCapacity:{}quantity
resource.DeviceSelector 1cel:*resource.CELDeviceSelector
resource.DeviceSubRequest 1name:!string 2deviceClassName:!string 3selectors:[]resource.DeviceSelector 4allocationMode:string 5count:int 6tolerations:[]resource.DeviceToleration 7capacity:*resource.CapacityRequirements
resource.DeviceTaint 1key:!string 2value:string 3effect:!string 4timeAdded:*time
resource.DeviceToleration 1key:string 2operator:string 3value:string 4effect:string 5tolerationSeconds:*int
resource.ExactDeviceRequest 1deviceClassName:!string 2selectors:[]resource.DeviceSelector 3allocationMode:string 4count:int 5adminAccess:*bool 6tolerations:[]resource.DeviceToleration 7capacity:*resource.CapacityRequirements
resource.NetworkDeviceData 1interfaceName:string 2ips:[]string 3hardwareAddress:string
resource.OpaqueDeviceConfiguration 1driver:!string 2parameters:!raw
resource.ResourceClaim 1metadata:meta.ObjectMeta 2spec:!resource.ResourceClaimSpec 3status:resource.ResourceClaimStatus
resource.ResourceClaimConsumerReference 1apiGroup:string 3resource:!string 4name:!string 5uid:!string
resource.ResourceClaimList 1metadata:meta.ListMeta 2items:![]resource.ResourceClaim
resource.ResourceClaimSpec 1devices:!resource.DeviceClaim
resource.ResourceClaimStatus 1allocation:*resource.AllocationResult 2reservedFor:[]resource.ResourceClaimConsumerReference 4devices:[]resource.AllocatedDeviceStatus
resource.ResourceClaimTemplate 1metadata:meta.ObjectMeta 2spec:!resource.ResourceClaimTemplateSpec
resource.ResourceClaimTemplateList 1metadata:meta.ListMeta 2items:![]resource.ResourceClaimTemplate
resource.ResourceClaimTemplateSpec 1metadata:meta.ObjectMeta 2spec:!resource.ResourceClaimSpec
resource.ResourcePool 1name:!string 2generation:!int 3resourceSliceCount:!int
resource.ResourceSlice 1metadata:meta.ObjectMeta 2spec:!resource.ResourceSliceSpec
resource.ResourceSliceList 1metadata:meta.ListMeta 2items:![]resource.ResourceSlice
resource.ResourceSliceSpec 1driver:!string 2pool:!resource.ResourcePool 3nodeName:*string 4nodeSelector:*core.NodeSelector 5allNodes:*bool 6devices:[]resource.Device 7perDeviceNodeSelection:*bool 8sharedCounters:[]resource.CounterSet
scheduling.PriorityClass 1metadata:meta.ObjectMeta 2value:!int 3globalDefault:bool 4description:string 5preemptionPolicy:*string
scheduling.PriorityClassList 1metadata:meta.ListMeta 2items:![]scheduling.PriorityClass
storage.CSIDriver 1metadata:meta.ObjectMeta 2spec:!storage.CSIDriverSpec
storage.CSIDriverList 1metadata:meta.ListMeta 2items:![]storage.CSIDriver
storage.CSIDriverSpec 1attachRequired:*bool 2podInfoOnMount:*bool 3volumeLifecycleModes:[]string 4storageCapacity:*bool 5fsGroupPolicy:*string 6tokenRequests:[]storage.TokenRequest 7requiresRepublish:*bool 8seLinuxMount:*bool 9nodeAllocatableUpdatePeriodSeconds:*int 10serviceAccountTokenInSecrets:*bool
storage.CSINode 1metadata:meta.ObjectMeta 2spec:!storage.CSINodeSpec
storage.CSINodeDriver 1name:!string 2nodeID:!string 3topologyKeys:![]string 4allocatable:*storage.VolumeNodeResources
storage.CSINodeList 1metadata:meta.ListMeta 2items:![]storage.CSINode
storage.CSINodeSpec 1drivers:![]storage.CSINodeDriver
storage.CSIStorageCapacity 1metadata:meta.ObjectMeta 2nodeTopology:*meta.LabelSelector 3storageClassName:!string 4capacity:*quantity 5maximumVolumeSize:*quantity
storage.CSIStorageCapacityList 1metadata:meta.ListMeta 2items:![]storage.CSIStorageCapacity
storage.StorageClass 1metadata:meta.ObjectMeta 2provisioner:!string 3parameters:{}string 4reclaimPolicy:*string 5mountOptions:[]string 6allowVolumeExpansion:*bool 7volumeBindingMode:*string 8allowedTopologies:[]core.TopologySelectorTerm
storage.StorageClassList 1metadata:meta.ListMeta 2items:![]storage.StorageClass
storage.TokenRequest 1audience:!string 2expirationSeconds:*int
storage.VolumeAttachment 1metadata:meta.ObjectMeta 2spec:!storage.VolumeAttachmentSpec 3status:storage.VolumeAttachmentStatus
storage.VolumeAttachmentList 1metadata:meta.ListMeta 2items:![]storage.VolumeAttachment
storage.VolumeAttachmentSource 1persistentVolumeName:*string 2inlineVolumeSpec:*core.PersistentVolumeSpec
storage.VolumeAttachmentSpec 1attacher:!string 2source:!storage.VolumeAttachmentSource 3nodeName:!string
storage.VolumeAttachmentStatus 1attached:!bool 2attachmentMetadata:{}string 3attachError:*storage.VolumeError 4detachError:*storage.VolumeError
storage.VolumeAttributesClass 1metadata:meta.ObjectMeta 2driverName:!string 3parameters:{}string
storage.VolumeAttributesClassList 1metadata:meta.ListMeta 2items:![]storage.VolumeAttributesClass
storage.VolumeError 1time:time 2message:string 3errorCode:*int
storage.VolumeNodeResources 1count:*int`;
