import type { HeldOutText } from "./held-out-texts.cases.ts";

/** Diagnoses as several engineers and language models write them: passive, past tense, quoted, with backticks, in bullets, in long sentences. */
export const REPORT_TEXTS: readonly HeldOutText[] = [
  // scale-to-zero
  { text: "Somebody scaled down reservation to 0 replicas.", claims: ["deployment/reservation scale-to-zero"] },
  { text: "`deployment/geo` had been scaled to 0, so nothing answers for it.", claims: ["deployment/geo scale-to-zero"] },
  {
    text: "**Root cause:** the `memcached-rate` Deployment has `spec.replicas: 0`; its pods were removed by the ReplicaSet controller.",
    claims: ["deployment/memcached-rate scale-to-zero"],
  },
  { text: "The replicas of 'mongodb-user' were set to zero.", claims: ["deployment/mongodb-user scale-to-zero"] },
  // image-reference-nonexistent
  {
    text: "frontend cannot pull its image because the tag v9.9.9 does not exist in the registry.",
    claims: ["deployment/frontend image-reference-nonexistent"],
  },
  {
    text: "The image of deployment/search was changed to ghcr.io/sregym/hotel-reservation:latst, a tag that nobody ever pushed.",
    claims: ["deployment/search image-reference-nonexistent"],
  },
  {
    text: "- **Component:** deployment/mongodb-geo\n- **Problem:** image `mongo:4.4.66` not found in the registry (ImagePullBackOff)",
    claims: ["deployment/mongodb-geo image-reference-nonexistent"],
  },
  {
    text: "An update rolled memcached-profile onto an image that can't be pulled since no such repository exists.",
    claims: ["deployment/memcached-profile image-reference-nonexistent"],
  },
  // memory-limit-too-small
  {
    text: "The memory limit of `rate` was lowered to 8Mi, which is less than the process needs, so it's OOMKilled over and over.",
    claims: ["deployment/rate memory-limit-too-small"],
  },
  {
    text: "mongodb-reservation got OOMKilled due to a memory limit of 16Mi.",
    claims: ["deployment/mongodb-reservation memory-limit-too-small"],
  },
  {
    text: "user was given too little memory: resources.limits.memory is 6Mi while its working set is about 20Mi.",
    claims: ["deployment/user memory-limit-too-small"],
  },
  // liveness-probe-wrong-endpoint
  {
    text: "A liveness probe was added to profile which checks port 8080, a port nothing is listening on.",
    claims: ["deployment/profile liveness-probe-wrong-endpoint"],
  },
  {
    text: "geo is being restarted by kubelet every few seconds as its livenessProbe hits /healthz on the wrong port",
    claims: ["deployment/geo liveness-probe-wrong-endpoint"],
  },
  {
    text: "The restarts of recommendation were caused by a misconfigured liveness probe (GET /healthz on 9999, connection refused).",
    claims: ["deployment/recommendation liveness-probe-wrong-endpoint"],
  },
  // readiness-probe-wrong-endpoint
  {
    text: "deploy/mongodb-profile never turned Ready since its readiness probe was pointed at a port on which mongod doesn't listen.",
    claims: ["deployment/mongodb-profile readiness-probe-wrong-endpoint"],
  },
  {
    text: "memcached-reserve: readinessProbe (httpGet :8080/healthz) fails with connection refused, hence no endpoints.",
    claims: ["deployment/memcached-reserve readiness-probe-wrong-endpoint"],
  },
  {
    text: "Someone introduced a bad readiness probe on the consul deployment; it queries port 18080.",
    claims: ["deployment/consul readiness-probe-wrong-endpoint"],
  },
  // service-missing
  { text: "Service user was deleted.", claims: ["service/user service-missing"] },
  {
    text: "`svc/mongodb-rate` has been removed from the namespace, so DNS says NXDOMAIN.",
    claims: ["service/mongodb-rate service-missing"],
  },
  {
    text: "The lookups of memcached-profile fail because the Service object named `memcached-profile` is not there any longer.",
    claims: ["service/memcached-profile service-missing"],
  },
  {
    text: "The Kubernetes Service `consul` was accidentally deleted, which left all eight microservices without service discovery.",
    claims: ["service/consul service-missing"],
  },
  // service-selector-mismatch
  {
    text: "The selector of service/mongodb-geo was extended by `tier: backend`, a label that none of its pods carries.",
    claims: ["service/mongodb-geo service-selector-mismatch"],
  },
  {
    text: "Service 'memcached-reserve' selects no pods; an extra label was added to its selector.",
    claims: ["service/memcached-reserve service-selector-mismatch"],
  },
  {
    text: "consul's Service has empty endpoints since its label selector and the labels of the pods disagree",
    claims: ["service/consul service-selector-mismatch"],
  },
  // service-target-port-mismatch
  {
    text: "The targetPort of the `mongodb-recommendation` Service was changed from 27017 to 27018, where nobody listens.",
    claims: ["service/mongodb-recommendation service-target-port-mismatch"],
  },
  {
    text: "svc/consul forwards port 8500 to targetPort 8501 of the pods, but consul only listens on 8500.",
    claims: ["service/consul service-target-port-mismatch"],
  },
  {
    text: "Traffic for frontend was sent to the wrong container port (5001 instead of 5000) by its Service.",
    claims: ["service/frontend service-target-port-mismatch"],
  },
  // configmap-missing
  {
    text: "The config map `mongo-geo-script` was deleted and therefore mongodb-geo is stuck in ContainerCreating.",
    claims: ["configmap/mongo-geo-script configmap-missing"],
  },
  {
    text: 'profile won\'t start: MountVolume.SetUp failed for volume "config": configmap "profile-config" not found.',
    claims: ["configmap/profile-config configmap-missing"],
  },
  { text: "`cm/user-config` doesn't exist anymore; it must have been deleted.", claims: ["configmap/user-config configmap-missing"] },
  // configmap-key-drift
  {
    text: "In configmap/rate-config the value of RateMongoAddress was changed to `mongodb-rates:27017`, a host that does not exist.",
    claims: ["configmap/rate-config configmap-key-drift"],
  },
  {
    text: "The key `GeoMongoAddress` was dropped from geo-config, so geo panics at startup with an empty address.",
    claims: ["configmap/geo-config configmap-key-drift"],
  },
  {
    text: "reservation-config holds a wrong memcached address (ReserveMemcAddress: memcached-reserv:11211).",
    claims: ["configmap/reservation-config configmap-key-drift"],
  },
  {
    text: "The ConfigMap mounted by user contains an incorrect UserMongoAddress, pointing to a nonexistent host.",
    claims: ["configmap/user-config configmap-key-drift"],
  },
  // command-wrong-binary
  {
    text: "The command of deployment geo was overridden with `/go/bin/rate`, so the pod runs the wrong program.",
    claims: ["deployment/geo command-wrong-binary"],
  },
  {
    text: "`deployment/user` starts the binary `profile` instead of `user`.",
    claims: ["deployment/user command-wrong-binary"],
  },
  {
    text: "search's container can't start because its command names an executable which isn't in the image (exec: \"serach\": executable file not found in $PATH).",
    claims: ["deployment/search command-wrong-binary"],
  },
  // dns-name-nxdomain
  {
    text: "A `template` block was put into the Corefile which answers NXDOMAIN for mongodb-rate.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "CoreDNS was configured to deny the name of the consul service (template plugin with rcode NXDOMAIN in the coredns ConfigMap).",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "The resolution of `memcached-rate` is broken by an NXDOMAIN override in kube-system/coredns.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  // kubelet-crash
  { text: "The kubelet on worker-2 was stopped.", claims: ["node/worker-2 kubelet-crash"] },
  {
    text: "`node/worker-1` is NotReady since its kubelet isn't running any more (systemd unit inactive).",
    claims: ["node/worker-1 kubelet-crash"],
  },
  {
    text: "worker-3's kubelet keeps failing at start because of a broken configuration file, so the node went NotReady.",
    claims: ["node/worker-3 kubelet-crash"],
  },
  {
    text: "kubelet.service on worker-2 exits with an error: its config /var/lib/kubelet/config.yaml cannot be parsed.",
    claims: ["node/worker-2 kubelet-crash"],
  },
  // mongo-role-revoked
  {
    text: 'The readWrite role on rate-db was taken away from MongoDB user admin in mongodb-rate, hence "not authorized".',
    claims: ["mongouser/admin@rate-db mongo-role-revoked"],
  },
  {
    text: "The database user `admin` of mongodb-geo has lost its privileges on geo-db.",
    claims: ["mongouser/admin@geo-db mongo-role-revoked"],
  },
  {
    text: "Permissions of the mongo user that geo logs in with were revoked, so its find on geo-db is refused as not authorized.",
    claims: ["mongouser/admin@geo-db mongo-role-revoked"],
  },
  // network-policy-deny
  {
    text: "A NetworkPolicy named `deny-consul` blocks all ingress to the consul pods.",
    claims: ["networkpolicy/deny-consul network-policy-deny"],
  },
  {
    text: "All traffic to mongodb-user was being dropped by the network policy `mongodb-user-isolate`, which has no ingress rules.",
    claims: ["networkpolicy/mongodb-user-isolate network-policy-deny"],
  },
  {
    text: "netpol/lockdown-geo was created and it denies every connection from and to geo.",
    claims: ["networkpolicy/lockdown-geo network-policy-deny"],
  },
  // node-selector-nonexistent
  {
    text: "deployment/recommendation has been pinned to a node that isn't part of the cluster (nodeSelector kubernetes.io/hostname=worker-17), thus its pods stay Pending.",
    claims: ["deployment/recommendation node-selector-nonexistent"],
  },
  {
    text: "The pods of `mongodb-profile` can't be scheduled: the nodeSelector that was put into the template matches no node.",
    claims: ["deployment/mongodb-profile node-selector-nonexistent"],
  },
  {
    text: "A node selector for a nonexistent host keeps the new search pod Pending.",
    claims: ["deployment/search node-selector-nonexistent"],
  },
  // taint-untolerated
  {
    text: "All worker nodes were tainted with dedicated=batch:NoSchedule, which the pods of the application don't tolerate.",
    claims: ["node/* taint-untolerated"],
  },
  {
    text: "The scheduler finds no node for mongodb-geo because every worker has gotten an untolerated taint `maintenance=true`.",
    claims: ["node/* taint-untolerated"],
  },
  // Two at once, and nothing wrong.
  {
    text: "Two independent problems:\n1. `deployment/rate` was scaled to zero.\n2. The Service `mongodb-user` was deleted.",
    claims: ["deployment/rate scale-to-zero", "service/mongodb-user service-missing"],
  },
  {
    text: "* memcached-rate: memory limit of 4Mi is too low (OOMKilled)\n* consul service: wrong targetPort 8600",
    claims: ["deployment/memcached-rate memory-limit-too-small", "service/consul service-target-port-mismatch"],
  },
  {
    text: "I checked all pods, Services, ConfigMaps and nodes; everything was healthy and no root cause was found because there's no fault.",
    claims: [],
  },
  {
    text: "Nothing has been broken here. The warning events came from a batch job that had failed before and had been cleaned up.",
    claims: [],
  },
  {
    text: "The image of geo was fine, its Service has endpoints and the kubelets all run; what was broken is the liveness probe of geo, which asked port 9090.",
    claims: ["deployment/geo liveness-probe-wrong-endpoint"],
  },
];
