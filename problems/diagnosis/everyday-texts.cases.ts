import type { TextCase } from "./rule-texts.cases.ts";

/** Diagnoses as on-call engineers write them. */
export const EVERYDAY_TEXTS: readonly TextCase[] = [
  {
    text: "After checking logs and metrics, I found that the root cause is the `geo` Deployment being scaled to 0 replicas, which means search can't find any geo instance in Consul and the frontend returns 500 on /hotels.",
    claims: ["deployment/geo scale-to-zero"],
  },
  {
    text: "Root cause: The Service `mongodb-rate` has selector `io.kompose.service: mongodb-rate, tier: backend`, but the pods only carry `io.kompose.service=mongodb-rate`. As a result the endpoints list is empty and rate cannot query its database.",
    claims: ["service/mongodb-rate service-selector-mismatch"],
  },
  {
    text: "The memcached-profile Service's targetPort was changed from 11211 to 21211. Profile service gets connection refused when it talks to the cache, making /recommendations slower.",
    claims: ["service/memcached-profile service-target-port-mismatch"],
  },
  {
    text: "The deployment `recommendation` is failing with ErrImagePull because the image `ghcr.io/sregym/hotel-reservation:latets` doesn't exist (typo in tag).",
    claims: ["deployment/recommendation image-reference-nonexistent"],
  },
  {
    text: "recommendation pods are stuck in Pending due to a nodeSelector kubernetes.io/hostname=ip-10-0-3-41 that no node in the cluster satisfies.",
    claims: ["deployment/recommendation node-selector-nonexistent"],
  },
  {
    text: "A restrictive NetworkPolicy (`default-isolation`) denies all ingress to the reservation pods, so frontend's calls to reservation time out.",
    claims: ["networkpolicy/default-isolation network-policy-deny"],
  },
  {
    text: "The `admin` user in MongoDB `geo-db` has lost its `readWrite` role, so the geo service crashes on startup with 'not authorized on geo-db to execute command'.",
    claims: ["mongouser/admin@geo-db mongo-role-revoked"],
  },
  {
    text: "The profile container is being OOMKilled repeatedly. Its memory limit was set to 7Mi, which is far below what the process needs (~14Mi).",
    claims: ["deployment/profile memory-limit-too-small"],
  },
  {
    text: "The user-config ConfigMap has been deleted, so new user pods are stuck in ContainerCreating with FailedMount.",
    claims: ["configmap/user-config configmap-missing"],
  },
  {
    text: "profile-config has ProfileMongoAddress set to store.internal:27017 rather than mongodb-profile:27017, so profile fails to connect to its database.",
    claims: ["configmap/profile-config configmap-key-drift"],
  },
  {
    text: "The liveness probe on jaeger is configured to hit port 9000 /livez, but nothing is listening there. The kubelet therefore kills the container every 30s.",
    claims: ["deployment/jaeger liveness-probe-wrong-endpoint"],
  },
  {
    text: "Deployment memcached-reserve has a readinessProbe with httpGet on port 8080, which memcached doesn't serve. The pod stays 0/1 Running and the service has no endpoints.",
    claims: ["deployment/memcached-reserve readiness-probe-wrong-endpoint"],
  },
  {
    text: "Someone modified the command of the user deployment: it now runs `profile` instead of `user`, so login requests get Unimplemented.",
    claims: ["deployment/user command-wrong-binary"],
  },
  {
    text: "The Kubernetes Service object 'consul' was deleted; DNS lookups for consul fail with NXDOMAIN and every Go service that starts up can't register.",
    claims: ["service/consul service-missing"],
  },
  {
    text: "I investigated the cluster and could not find anything wrong: all pods are Running and Ready, error rates are at 0, latencies normal. There is no fault.",
    claims: [],
    saysHealthy: true,
  },
  {
    text: "No root cause: the application is healthy. The single pod restart of memcached-rate was transient.",
    claims: [],
    saysHealthy: true,
  },
  { text: "mongodb-reservation has been scaled down to zero replicas", claims: ["deployment/mongodb-reservation scale-to-zero"] },
  { text: "Deployment/consul: replicas: 0", claims: ["deployment/consul scale-to-zero"] },
  {
    text: "geo deployment's image was updated to a tag that isn't published, therefore pods can't start (ImagePullBackOff).",
    claims: ["deployment/geo image-reference-nonexistent"],
  },
  {
    text: "There's an issue with search: its liveness probe is failing since it targets the wrong endpoint /healthz:8080, leading to CrashLoopBackOff.",
    claims: ["deployment/search liveness-probe-wrong-endpoint"],
  },
  {
    text: "The rate service cannot connect to mongodb-rate. Investigation shows the Service mongodb-rate has no endpoints as its selector has an extra label env=prod which no pod has.",
    claims: ["service/mongodb-rate service-selector-mismatch"],
  },
  {
    text: "frontend → search → geo: geo is not registered in consul because the geo pod's command is wrong (geo-server does not exist in the image).",
    claims: ["deployment/geo command-wrong-binary"],
  },
  { text: "The consul service's targetPort points to 18500 instead of 8500.", claims: ["service/consul service-target-port-mismatch"] },
  {
    text: "Two independent problems: (1) Service mongodb-user was deleted, (2) deployment rate has a memory limit of 6Mi and gets OOMKilled.",
    claims: ["service/mongodb-user service-missing", "deployment/rate memory-limit-too-small"],
  },
  {
    text: "The fault is in the network policy lockdown-mongodb-rate that isolates mongodb-rate.",
    claims: ["networkpolicy/lockdown-mongodb-rate network-policy-deny"],
  },
  {
    text: "Pods of the frontend deployment are OOM killed because of a too small memory limit (6Mi).",
    claims: ["deployment/frontend memory-limit-too-small"],
  },
  { text: "service mongodb-geo: the label selector is broken", claims: ["service/mongodb-geo service-selector-mismatch"] },
  { text: "The mongo role of the geo database user has been revoked", claims: ["mongouser/admin@geo-db mongo-role-revoked"] },
  { text: "rate-config: key RateMongoAddress missing", claims: ["configmap/rate-config configmap-key-drift"] },
  { text: "The config of the reservation service lacks ReserveMemcAddress.", claims: ["configmap/reservation-config configmap-key-drift"] },
  {
    text: "search pod cannot be scheduled: node selector demands node-12, which isn't part of the cluster.",
    claims: ["deployment/search node-selector-nonexistent"],
  },
  {
    text: "I believe the deployment mongodb-profile was accidentally scaled to 0. Restore it with kubectl scale deploy mongodb-profile --replicas=1.",
    claims: ["deployment/mongodb-profile scale-to-zero"],
  },
  {
    text: "It's not a networking issue and not DNS; the image tag of user is invalid.",
    claims: ["deployment/user image-reference-nonexistent"],
  },
  {
    text: "geo's pods are fine. mongodb-geo's pods are fine too. But the Service mongodb-geo doesn't select them because its selector was altered.",
    claims: ["service/mongodb-geo service-selector-mismatch"],
  },
  { text: "The Service `rate` was removed from the namespace.", claims: ["service/rate service-missing"] },
  { text: "missing service: memcached-reserve", claims: ["service/memcached-reserve service-missing"] },
  { text: "memcached-rate deployment: bad image", claims: ["deployment/memcached-rate image-reference-nonexistent"] },
  {
    text: "ConfigMap search-config not found, search pods fail to mount the volume",
    claims: ["configmap/search-config configmap-missing"],
  },
  {
    text: "Readiness gate failing on frontend: the readinessProbe checks /ready on 9000; app only serves 5000.",
    claims: ["deployment/frontend readiness-probe-wrong-endpoint"],
  },
  {
    text: "The mongodb-rate database is running with authentication, and the rate user's privileges on rate-db have been taken away.",
    claims: ["mongouser/admin@rate-db mongo-role-revoked"],
  },
  { text: "Network traffic to consul is blocked by a NetworkPolicy.", claims: ["networkpolicy/unspecified network-policy-deny"] },
  {
    text: "The user Deployment's liveness probe was misconfigured (port 8090), so kubelet restarts it.",
    claims: ["deployment/user liveness-probe-wrong-endpoint"],
  },
  { text: "deployment/geo scale-to-zero", claims: ["deployment/geo scale-to-zero"] },
  { text: "resource: service/geo, fault_type: service-selector-mismatch", claims: ["service/geo service-selector-mismatch"] },
  { text: '[{"resource": "deployment/rate", "fault_type": "memory-limit-too-small"}]', claims: ["deployment/rate memory-limit-too-small"] },
  {
    text: "Everything is fine except that the rate Service has the wrong target port.",
    claims: ["service/rate service-target-port-mismatch"],
  },
  {
    text: "The reservation deployment keeps crashing because ReserveMongoAddress in its config map was altered to db.internal:8500.",
    claims: ["configmap/reservation-config configmap-key-drift"],
  },
  { text: "I could not determine the root cause.", claims: [] },
  { text: "The cluster is experiencing elevated errors.", claims: [] },
  {
    text: "There are no healthy pods for search; the Deployment's replica count is 0 — someone scaled it down.",
    claims: ["deployment/search scale-to-zero"],
  },
  {
    text: "The outage is rooted in mongodb-rate's Service: its selector was edited and now points at labels nobody has. rate, search and frontend merely suffer.",
    claims: ["service/mongodb-rate service-selector-mismatch"],
  },
  { text: "Deployment geo isn't running anything: replica count zero.", claims: ["deployment/geo scale-to-zero"] },
  {
    text: "I'd say it's either a NetworkPolicy in front of rate or the rate Service's target port; can't tell which.",
    claims: ["networkpolicy/unspecified network-policy-deny", "service/rate service-target-port-mismatch"],
  },
  {
    text: "My money is on the profile ConfigMap having been removed; there's a small chance that the profile image is bad.",
    claims: ["configmap/profile-config configmap-missing"],
    hasSecond: true,
  },
  {
    text: "search cannot reach geo. geo's Consul registration vanished since geo's Deployment has been scaled to 0.",
    claims: ["deployment/geo scale-to-zero"],
  },
  {
    text: "A wrong image (hotel-reservation:release-4.2) was rolled out to the rate Deployment.",
    claims: ["deployment/rate image-reference-nonexistent"],
  },
  {
    text: "rate is crash looping; cause: liveness probe on port 9000 nobody listens to.",
    claims: ["deployment/rate liveness-probe-wrong-endpoint"],
  },
  {
    text: "geo-config's GeoMongoAddress reads geomongo-svc:27017. This host doesn't exist.",
    claims: ["configmap/geo-config configmap-key-drift"],
  },
  {
    text: "The geo Go process panics because its Mongo address is empty: GeoMongoAddress was dropped from config.json.",
    claims: ["configmap/geo-config configmap-key-drift"],
  },
  { text: "Service user-service has no endpoints.", claims: [] },
  { text: "profile: OOMKilled, limit 8Mi vs 14Mi needed", claims: ["deployment/profile memory-limit-too-small"] },
  {
    text: "The pod template of reservation pins it to node worker-gpu-1 and there is no such node.",
    claims: ["deployment/reservation node-selector-nonexistent"],
  },
  {
    text: "Clients of consul get connection refused although the pod is healthy: the Service maps 8500 to 9999.",
    claims: ["service/consul service-target-port-mismatch"],
  },
  { text: "jaeger was stopped (replicas=0).", claims: ["deployment/jaeger scale-to-zero"] },
  {
    text: "Traffic into mongodb-user is dropped by policy restrict-mongodb-user.",
    claims: ["networkpolicy/restrict-mongodb-user network-policy-deny"],
  },
  { text: "mongodb-geo revoked the app account's write permission.", claims: ["mongouser/admin@geo-db mongo-role-revoked"] },
  {
    text: "The user service answers with profile's API because its container was started with the profile command.",
    claims: ["deployment/user command-wrong-binary"],
  },
  {
    text: "frontend pods never get Ready: readiness httpGet asks for /healthz:9000.",
    claims: ["deployment/frontend readiness-probe-wrong-endpoint"],
  },
  {
    text: "No memory problem, no probe problem. The fault: Service memcached-profile is gone.",
    claims: ["service/memcached-profile service-missing"],
  },
  { text: "Nothing suspicious was found, the app serves all requests normally.", claims: [], saysHealthy: true },
  { text: "I see no evidence of any fault; the hotel reservation application is operating normally.", claims: [], saysHealthy: true },
  { text: "The system looks healthy to me.", claims: [], saysHealthy: true },
  { text: "There is no active incident in the hotel-reservation namespace.", claims: [], saysHealthy: true },
  { text: "Not a fault in geo but in rate: the rate deployment has zero replicas.", claims: ["deployment/rate scale-to-zero"] },
  {
    text: "The cause of the 500s is mongodb-profile, whose memory limit was reduced to 30Mi.",
    claims: ["deployment/mongodb-profile memory-limit-too-small"],
  },
  {
    text: "I rolled back deployment/search since its new image tag could not be found in the registry.",
    claims: ["deployment/search image-reference-nonexistent"],
  },
  {
    text: "deployment search has been given an image reference that cannot be resolved",
    claims: ["deployment/search image-reference-nonexistent"],
  },
  { text: "consul's selector doesn't match consul's pods", claims: ["service/consul service-selector-mismatch"] },
  {
    text: "Endpoints of mongodb-recommendation are empty because the service is looking for pods labelled release=blue.",
    claims: ["service/mongodb-recommendation service-selector-mismatch"],
  },
  {
    text: "The DNS name mongodb-user no longer resolves, since its Service object is missing in the namespace.",
    claims: ["service/mongodb-user service-missing"],
  },
  { text: "geo suffers. rate suffers. The culprit is search: bad command.", claims: ["deployment/search command-wrong-binary"] },
  {
    text: "Both geo-config and rate-config were deleted.",
    claims: ["configmap/geo-config configmap-missing", "configmap/rate-config configmap-missing"],
  },
  {
    text: "Fix applied: granted readWrite on rate-db back to admin. rate was failing before.",
    claims: ["mongouser/admin@rate-db mongo-role-revoked"],
  },
  { text: "Fix: recreated Service mongodb-rate.", claims: ["service/mongodb-rate service-missing"] },
  { text: "hotel frontend is slow", claims: ["deployment/frontend unspecified"] },
  { text: "The network is misconfigured.", claims: [] },
  {
    text: "geo's container exits because of an executable that isn't in $PATH (command: geo-svc).",
    claims: ["deployment/geo command-wrong-binary"],
  },
  { text: "The scheduler can't place profile; wrong node selector.", claims: ["deployment/profile node-selector-nonexistent"] },
  { text: "consul: service targets port 18500; container listens on 8500.", claims: ["service/consul service-target-port-mismatch"] },
];
