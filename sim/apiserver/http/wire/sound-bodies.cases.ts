const container = {
  name: "c",
  image: "i",
  ports: [{ containerPort: 80 }],
  resources: { limits: { cpu: "1" } },
  env: [{ name: "A", value: "b" }],
};
const template = { metadata: { labels: { app: "x" } }, spec: { containers: [container], volumes: [{ name: "v", emptyDir: {} }] } };
const selector = { matchLabels: { app: "x" } };
const exists = { key: "kubernetes.io/hostname", operator: "Exists" };
const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" }, limits: { storage: "2Gi" } } };
const webhook = {
  name: "a.b.c",
  clientConfig: { url: "https://x" },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
  matchConditions: [{ name: "m", expression: "true" }],
};
const CERTIFICATE_REQUEST =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlHTE1EOENBUUF3RERFS01BZ0dBMVVFQXd3QllUQXFNQVVHQXl0bGNBTWhBSTkxdzU2Q284SjNvdWVFSXJtLwpiczBjcmJuSkdCNzAyMndzbHo0STRGYkdvQUF3QlFZREsyVndBMEVBU3JzWnY2RWN0STZmZlY3RGZZaFEyS2R3ClM0bWFkZE5CV1REeG9ESmFjNXpNcC9wOCt0SHVyOXhyc0JoOXU1ZzZJUXlZcjlxcHZTYlhlay9Jd3M3N0N3PT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";
const AT = "2026-01-01T00:00:00Z";
const made = (apiVersion: string, kind: string, rest: object): object => ({
  apiVersion,
  kind,
  metadata: { name: "x", labels: { a: "b" } },
  ...rest,
});
/** Valid bodies for each path that accepts objects: one or two of every kind. */
export const SOUND_BODIES: readonly (readonly [path: string, body: object])[] = [
  ["/api/v1/namespaces/shop/pods", made("v1", "Pod", { spec: template.spec })],
  [
    "/api/v1/namespaces/shop/pods",
    made("v1", "Pod", {
      spec: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [exists] }] },
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [exists] } }],
          },
          podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: "zone" } }] },
          podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone", labelSelector: selector }] },
        },
        topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: selector }],
        tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }],
        securityContext: {
          runAsUser: 1,
          sysctls: [{ name: "kernel.shm_rmid_forced", value: "0" }],
          seccompProfile: { type: "Unconfined" },
        },
        hostAliases: [{ ip: "10.0.0.1", hostnames: ["a"] }],
        imagePullSecrets: [{ name: "s" }],
        dnsConfig: { nameservers: ["10.0.0.1"], options: [{ name: "ndots", value: "2" }] },
        readinessGates: [{ conditionType: "a/b" }],
        initContainers: [{ ...container, restartPolicy: "Always" }].map((one) => ({ ...one, name: "i" })),
        containers: [
          {
            ...container,
            envFrom: [{ configMapRef: { name: "m" } }],
            env: [{ name: "N", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
            lifecycle: { preStop: { exec: { command: ["true"] } }, postStart: { httpGet: { port: 80 } } },
            livenessProbe: { httpGet: { port: 80, httpHeaders: [{ name: "A", value: "b" }] } },
            readinessProbe: { grpc: { port: 80 } },
            startupProbe: { tcpSocket: { port: "web" } },
            securityContext: { capabilities: { add: ["NET_ADMIN"] } },
            volumeMounts: [{ name: "own", mountPath: "/own" }],
          },
        ],
        volumes: [
          { name: "own", ephemeral: { volumeClaimTemplate: { metadata: { labels: { a: "b" } }, spec: claim } } },
          { name: "maps", configMap: { name: "m", items: [{ key: "a", path: "a" }] } },
          { name: "secrets", secret: { secretName: "s", items: [{ key: "a", path: "a" }] } },
          { name: "about", downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "metadata.name" } }] } },
          { name: "disk", persistentVolumeClaim: { claimName: "c" } },
          { name: "folder", hostPath: { path: "/a" } },
          { name: "old", rbd: { monitors: ["m"], image: "i" } },
          {
            name: "all",
            projected: {
              sources: [
                { configMap: { name: "m", items: [{ key: "a", path: "b" }] } },
                { serviceAccountToken: { path: "t" } },
                { downwardAPI: { items: [{ path: "c", resourceFieldRef: { containerName: "c", resource: "limits.cpu" } }] } },
              ],
            },
          },
        ],
      },
    }),
  ],
  [
    "/api/v1/namespaces/shop/services",
    made("v1", "Service", { spec: { ports: [{ port: 80, targetPort: "http" }], selector: { app: "x" } } }),
  ],
  ["/api/v1/namespaces/shop/secrets", made("v1", "Secret", { type: "Opaque", data: { a: "Yg==" }, stringData: { c: "d" } })],
  [
    "/api/v1/namespaces/shop/persistentvolumeclaims",
    made("v1", "PersistentVolumeClaim", { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } }),
  ],
  ["/api/v1/namespaces/shop/resourcequotas", made("v1", "ResourceQuota", { spec: { hard: { pods: "5" }, scopes: ["BestEffort"] } })],
  [
    "/api/v1/namespaces/shop/serviceaccounts/default/token",
    made("authentication.k8s.io/v1", "TokenRequest", {
      metadata: {},
      spec: { audiences: ["a"], expirationSeconds: 600 },
    }),
  ],
  [
    "/api/v1/namespaces/shop/pods/x/eviction",
    made("policy/v1", "Eviction", {
      deleteOptions: { gracePeriodSeconds: 0, propagationPolicy: "Orphan", dryRun: ["All"] },
    }),
  ],
  ["/api/v1/namespaces/shop/pods/x/binding", made("v1", "Binding", { target: { kind: "Node", name: "n" } })],
  [
    "/apis/apps/v1/namespaces/shop/deployments",
    made("apps/v1", "Deployment", {
      spec: { replicas: 1, selector, template, strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } },
    }),
  ],
  [
    "/apis/apps/v1/namespaces/shop/statefulsets",
    made("apps/v1", "StatefulSet", {
      spec: {
        replicas: 1,
        selector,
        template,
        serviceName: "x",
        volumeClaimTemplates: [{ metadata: { name: "d" }, spec: claim }],
      },
    }),
  ],
  [
    "/apis/batch/v1/namespaces/shop/cronjobs",
    made("batch/v1", "CronJob", {
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { ...template, spec: { ...template.spec, restartPolicy: "Never" } } } },
      },
    }),
  ],
  [
    "/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers",
    made("autoscaling/v2", "HorizontalPodAutoscaler", {
      spec: {
        maxReplicas: 2,
        scaleTargetRef: { kind: "Deployment", name: "x", apiVersion: "apps/v1" },
        metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } }],
      },
    }),
  ],
  [
    "/apis/networking.k8s.io/v1/namespaces/shop/ingresses",
    made("networking.k8s.io/v1", "Ingress", {
      spec: {
        rules: [
          { host: "a.b", http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "x", port: { number: 80 } } } }] } },
        ],
      },
    }),
  ],
  [
    "/apis/networking.k8s.io/v1/namespaces/shop/networkpolicies",
    made("networking.k8s.io/v1", "NetworkPolicy", {
      spec: {
        podSelector: {},
        policyTypes: ["Ingress"],
        ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }], ports: [{ port: 80 }] }],
      },
    }),
  ],
  [
    "/apis/policy/v1/namespaces/shop/poddisruptionbudgets",
    made("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: 1, selector } }),
  ],
  [
    "/apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings",
    made("rbac.authorization.k8s.io/v1", "RoleBinding", {
      subjects: [{ kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" }],
      roleRef: { kind: "Role", name: "r", apiGroup: "rbac.authorization.k8s.io" },
    }),
  ],
  [
    "/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles",
    made("rbac.authorization.k8s.io/v1", "Role", { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] }),
  ],
  [
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: "shop" } },
    },
  ],
  [
    "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: "u", groups: ["g"], nonResourceAttributes: { verb: "get", path: "/" } },
    },
  ],
  [
    "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
    { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectRulesReview", spec: { namespace: "shop" } },
  ],
  [
    "/apis/authentication.k8s.io/v1/tokenreviews",
    { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "t", audiences: ["a"] } },
  ],
  [
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "things.a.b" },
      spec: {
        group: "a.b",
        scope: "Namespaced",
        names: { plural: "things", kind: "Thing", shortNames: ["t"] },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", required: ["a"] } } } },
            additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a" }],
          },
        ],
      },
    },
  ],
  [
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    made("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
      webhooks: [webhook],
    }),
  ],
  ["/api/v1/namespaces", made("v1", "Namespace", { spec: { finalizers: ["kubernetes"] } })],
  ["/api/v1/namespaces/shop/configmaps", made("v1", "ConfigMap", { data: { a: "b" }, binaryData: { c: "Yg==" }, immutable: false })],
  ["/api/v1/namespaces/shop/endpoints", made("v1", "Endpoints", { subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 80 }] }] })],
  [
    "/api/v1/namespaces/shop/events",
    made("v1", "Event", {
      involvedObject: { kind: "Pod", namespace: "shop", name: "x" },
      reason: "R",
      message: "m",
      source: { component: "c" },
      firstTimestamp: AT,
      lastTimestamp: AT,
      count: 1,
      type: "Normal",
    }),
  ],
  [
    "/api/v1/namespaces/shop/limitranges",
    made("v1", "LimitRange", { spec: { limits: [{ type: "Container", default: { cpu: "1" }, max: { memory: "1Gi" } }] } }),
  ],
  [
    "/api/v1/nodes",
    made("v1", "Node", { spec: { taints: [{ key: "a", effect: "NoSchedule" }], podCIDRs: ["10.0.0.0/24"], podCIDR: "10.0.0.0/24" } }),
  ],
  [
    "/api/v1/persistentvolumes",
    made("v1", "PersistentVolume", {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        local: { path: "/a" },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [exists] }] } },
        claimRef: { namespace: "shop", name: "c" },
      },
    }),
  ],
  ["/api/v1/namespaces/shop/podtemplates", made("v1", "PodTemplate", { template })],
  ["/api/v1/namespaces/shop/replicationcontrollers", made("v1", "ReplicationController", { spec: { replicas: 1, template } })],
  [
    "/api/v1/namespaces/shop/serviceaccounts",
    made("v1", "ServiceAccount", { secrets: [{ name: "s" }], imagePullSecrets: [{ name: "s" }] }),
  ],
  [
    "/apis/apiregistration.k8s.io/v1/apiservices",
    {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: "v1.a.b" },
      spec: { group: "a.b", version: "v1", groupPriorityMinimum: 1, versionPriority: 1, service: { name: "x", namespace: "shop" } },
    },
  ],
  ["/apis/apps/v1/namespaces/shop/controllerrevisions", made("apps/v1", "ControllerRevision", { revision: 1, data: { a: 1 } })],
  ["/apis/apps/v1/namespaces/shop/daemonsets", made("apps/v1", "DaemonSet", { spec: { selector, template } })],
  ["/apis/apps/v1/namespaces/shop/replicasets", made("apps/v1", "ReplicaSet", { spec: { selector, template } })],
  [
    "/apis/autoscaling/v1/namespaces/shop/horizontalpodautoscalers",
    made("autoscaling/v1", "HorizontalPodAutoscaler", {
      spec: {
        maxReplicas: 2,
        scaleTargetRef: { kind: "Deployment", name: "x", apiVersion: "apps/v1" },
        targetCPUUtilizationPercentage: 50,
      },
    }),
  ],
  [
    "/apis/batch/v1/namespaces/shop/jobs",
    made("batch/v1", "Job", {
      spec: {
        template: { spec: { ...template.spec, restartPolicy: "Never" } },
        completionMode: "Indexed",
        completions: 2,
        backoffLimitPerIndex: 1,
        podFailurePolicy: { rules: [{ action: "Ignore", onExitCodes: { operator: "In", values: [1] } }] },
        successPolicy: { rules: [{ succeededIndexes: "0", succeededCount: 1 }] },
      },
    }),
  ],
  [
    "/apis/certificates.k8s.io/v1/certificatesigningrequests",
    made("certificates.k8s.io/v1", "CertificateSigningRequest", {
      spec: { request: CERTIFICATE_REQUEST, signerName: "a.b/c", usages: ["client auth"], expirationSeconds: 600 },
    }),
  ],
  ["/apis/networking.k8s.io/v1/ingressclasses", made("networking.k8s.io/v1", "IngressClass", { spec: { controller: "a.b/c" } })],
  [
    "/apis/networking.k8s.io/v1/ipaddresses",
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "IPAddress",
      metadata: { name: "10.0.0.9" },
      spec: { parentRef: { resource: "services", namespace: "shop", name: "x" } },
    },
  ],
  ["/apis/networking.k8s.io/v1/servicecidrs", made("networking.k8s.io/v1", "ServiceCIDR", { spec: { cidrs: ["10.9.0.0/16"] } })],
  [
    "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    made("rbac.authorization.k8s.io/v1", "ClusterRole", { aggregationRule: { clusterRoleSelectors: [selector] } }),
  ],
  ["/apis/storage.k8s.io/v1/csidrivers", made("storage.k8s.io/v1", "CSIDriver", { spec: { tokenRequests: [{ audience: "a" }] } })],
  [
    "/apis/storage.k8s.io/v1/csinodes",
    made("storage.k8s.io/v1", "CSINode", {
      spec: { drivers: [{ name: "d", nodeID: "n", topologyKeys: ["a"], allocatable: { count: 1 } }] },
    }),
  ],
  [
    "/apis/storage.k8s.io/v1/namespaces/shop/csistoragecapacities",
    made("storage.k8s.io/v1", "CSIStorageCapacity", { storageClassName: "s", capacity: "1Gi", nodeTopology: selector }),
  ],
  [
    "/apis/storage.k8s.io/v1/storageclasses",
    made("storage.k8s.io/v1", "StorageClass", {
      provisioner: "a.b/c",
      allowedTopologies: [{ matchLabelExpressions: [{ key: "zone", values: ["a"] }] }],
    }),
  ],
  [
    "/apis/storage.k8s.io/v1/volumeattachments",
    made("storage.k8s.io/v1", "VolumeAttachment", { spec: { attacher: "a", nodeName: "n", source: { persistentVolumeName: "v" } } }),
  ],
  [
    "/apis/storage.k8s.io/v1/volumeattributesclasses",
    made("storage.k8s.io/v1", "VolumeAttributesClass", { driverName: "d", parameters: { a: "b" } }),
  ],
  ["/apis/scheduling.k8s.io/v1/priorityclasses", made("scheduling.k8s.io/v1", "PriorityClass", { value: 5 })],
  [
    "/apis/coordination.k8s.io/v1/namespaces/shop/leases",
    made("coordination.k8s.io/v1", "Lease", { spec: { holderIdentity: "h", leaseDurationSeconds: 5 } }),
  ],
  [
    "/apis/node.k8s.io/v1/runtimeclasses",
    made("node.k8s.io/v1", "RuntimeClass", {
      handler: "h",
      overhead: { podFixed: { cpu: "1" } },
      scheduling: { nodeSelector: { a: "b" } },
    }),
  ],
  [
    "/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices",
    made("discovery.k8s.io/v1", "EndpointSlice", {
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.0.0.1"], conditions: { ready: true }, hints: { forZones: [{ name: "a" }] } }],
      ports: [{ port: 80 }],
    }),
  ],
  [
    "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    made("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", {
      spec: {
        priorityLevelConfiguration: { name: "l" },
        distinguisherMethod: { type: "ByUser" },
        rules: [
          {
            subjects: [{ kind: "User", user: { name: "u" } }],
            resourceRules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"], namespaces: ["*"] }],
          },
        ],
      },
    }),
  ],
  [
    "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    made("flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", {
      spec: { type: "Limited", limited: { limitResponse: { type: "Queue", queuing: {} } } },
    }),
  ],
  [
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
    made("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", { webhooks: [{ ...webhook, reinvocationPolicy: "Never" }] }),
  ],
  [
    "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    made("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", {
      spec: {
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        matchConstraints: {
          resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"], resourceNames: ["x"] }],
          namespaceSelector: selector,
        },
        matchConditions: [{ name: "m", expression: "true" }],
        variables: [{ name: "v", expression: "1" }],
        validations: [{ expression: "object != null", message: "m", messageExpression: "'a'", reason: "Invalid" }],
        auditAnnotations: [{ key: "k", valueExpression: "'v'" }],
      },
    }),
  ],
  [
    "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
    made("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", {
      spec: {
        policyName: "x",
        validationActions: ["Deny"],
        paramRef: { name: "x", parameterNotFoundAction: "Allow" },
        matchResources: { objectSelector: selector },
      },
    }),
  ],
];
