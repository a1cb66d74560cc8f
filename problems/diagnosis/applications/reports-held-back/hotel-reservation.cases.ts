import type { AppText } from "../app-text.ts";

/** Reports in the names of hotel-reservation that were written before any of them was read by the matcher. They measure it: nothing is tuned for their sake. */
export default [
  {
    text: "Between 10:41 and 11:20 hotel details were available only in spells. It was established that a tcpSocket liveness probe on port 8181 had been attached to the profile Deployment at 10:40; as nothing but 8081 is opened by that program, 'connect: connection refused' was recorded and the container was killed after every third failure, 19 times in all. frontend was affected by the gaps, memcached-profile and mongodb-profile were not at fault. The probe was pointed to 8081 and no further restart has been observed.",
    claims: ["deployment/profile probe-wrong-port"],
  },
  {
    text: "The recommendation pod is OOM-killed seconds after each start, although neither its Deployment nor any earlier revision sets a memory limit. The limit of 4Mi comes from the LimitRange `container-defaults`, which was created in the namespace today and is applied to any container that does not state one; the pod even carries the limit-ranger annotation. Older pods, created before it, have no limit and run well, which is why only the recreated workload is affected. Deleting the LimitRange or raising its default, then restarting, is the fix.",
    claims: ["limitrange/container-defaults limitrange-default-tiny"],
  },
  {
    text: "no geo pod can be create because ValidatingWebhookConfiguration release-gate must be asked and the service release-gate behind it is missing",
    claims: ["validatingwebhookconfiguration/release-gate webhook-validating-outage"],
  },
  {
    text: "np limit-mongodb-reservation only lets port 27018 in but mongo listens on 27017 so reservation times out talking to mongodb-reservation pod is ready and svc is ok",
    claims: ["networkpolicy/limit-mongodb-reservation netpol-port-block"],
  },
  {
    text: "At 04:18 mongodb-geo was restarted by an operator after an edit in which resources.limits.memory had been set to 24Mi. More than 70 MiB are used by mongod while idle, and consequently the container was killed with exit code 137 on each start (14 times by 04:50). The geo and search services were rendered unusable as they could not read their data; their pods themselves were sound. No LimitRange is present in the namespace. The previous value, without a memory limit, is to be reinstated in the Deployment mongodb-geo.",
    claims: ["deployment/mongodb-geo memory-limit-too-small"],
  },
  {
    text: "Memory of the search container climbs in a straight line with the number of requests, from 25 MiB to over 600 MiB in twenty minutes, and falls back to 25 MiB only when the pod is replaced. This began with the revision that changed the image tag from `latest` to `build-4471`; revision 1 under the same traffic was flat. Traffic has not increased, no limit was altered, and geo and rate, which search calls, are steady. The new build of `search` therefore holds on to memory it should release; roll it back.",
    claims: ["deployment/search code-memory-leak"],
  },
  {
    text: "reservation pods hang in ContainerCreating as postStart of the container run tail -f /dev/null and this never finish",
    claims: ["deployment/reservation poststart-hook-hang"],
  },
  {
    text: "memcached-rate deploy asks for 120Gi ram request nodes have 31Gi allocatable each so pod is pending insufficient memory rate is slow but fine otherwise",
    claims: ["deployment/memcached-rate memory-request-exceeds-node"],
  },
  {
    text: "A configuration roll-out of user was requested at 16:03 and was never begun. The reason was found in the ResourceQuota platform-quota, in which count/replicasets.apps is fixed at 20 while 23 were counted, superseded revisions included; creation of one more was denied with 'exceeded quota'. The existing user pod was kept running, so that no login was lost. Old ReplicaSets may be pruned, but it is recommended that this bound be lifted.",
    claims: ["resourcequota/platform-quota quota-object-count"],
  },
  {
    text: "The account `admin` that the rate service uses no longer exists in the MongoDB of `mongodb-rate`. db.getUsers() on rate-db returns an empty list, and the rate container panics at start with 'Authentication failed'. This is not a matter of a revoked privilege or of a wrong password in the configuration: rate-config is identical to that of its peers, and mongodb-geo still has the same account and works. The mongodb-rate pod is ready and reachable. Re-create the user with readWrite on rate-db and restart rate.",
    claims: ["deployment/mongodb-rate mongo-user-dropped"],
  },
  {
    text: "mongodb-user Service port 27017 is UDP not TCP so user can not connect",
    claims: ["service/mongodb-user service-protocol-mismatch"],
  },
  {
    text: "consul wont schedule required nodeAffinity zone in eu-north-9 in the deploy none of our nodes have that zone value checked show-labels so consul is down and nobody finds anybody",
    claims: ["deployment/consul node-affinity-mismatch"],
  },
  {
    text: "During the load test of 13:00 frontend was not scaled out at all. It was found that the HorizontalPodAutoscaler frontend-hpa refers to a Deployment named frontend-web, and no such object exists in the namespace; 'FailedGetScale ... not found' had been emitted every 15 seconds since 09:12. At the usual traffic no user was affected. CPU requests of the frontend containers were verified to be in place and metrics were being delivered. The scaleTargetRef has to be corrected to frontend.",
    claims: ["horizontalpodautoscaler/frontend-hpa hpa-misconfigured"],
  },
  {
    text: "Reservation's calls to its cache fail instantly with 'connection refused'. The Service `memcached-reserve` forwards 11211 to targetPort 11311, where the memcached pod does not listen; its endpoint list shows 10.244.1.9:11311. Connecting to the pod on 11211 works, the pod is ready, and the selector matches it. There is no policy and DNS is right. Put targetPort back to 11211.",
    claims: ["service/memcached-reserve service-target-port-mismatch"],
  },
  {
    text: "claim search-tmp want ReadWriteMany but local-path provisioner can do only ReadWriteOnce, so search pod wait",
    claims: ["persistentvolumeclaim/search-tmp pvc-access-mode-mismatch"],
  },
  {
    text: "recommendation pod pending its pvc recommendation-spool says volumeName pvc-3f9a but that pv already belongs to the claim geo-pvc so it can never bind geo side is fine",
    claims: ["persistentvolumeclaim/recommendation-spool pv-occupied"],
  },
  {
    text: "No recommendations were delivered from 18:30 to 18:52. The recommendation Deployment was found with spec.replicas at 0, having been reduced from 1 during cost savings; no pod was left, and its registration in Consul had lapsed. 1,120 requests were failed by frontend with 'no instance available'. Neither crashes nor scheduling problems were observed, as no pod was wanted. One replica was requested again at 18:51 and the service recovered.",
    claims: ["deployment/recommendation scale-to-zero"],
  },
  {
    text: "The user pods never leave Init:0/1. Their Deployment `user` now has an init container `wait-for-vault` which loops on `nslookup vault-agent` and prints NXDOMAIN every two seconds; there is no Service by that name in any namespace and none was ever part of the application. CoreDNS answers all real names properly, and mongodb-user is up. The init container does not crash, it just waits, so restarts are zero. Remove it from the template.",
    claims: ["deployment/user init-dependency-hang"],
  },
  {
    text: "quota mem-guard requires requests.memory from all pods but app containers not set memory, so replicaset of memcached-profile get must specify requests.memory and no pod",
    claims: ["resourcequota/mem-guard quota-memory-unset-requests"],
  },
  {
    text: "frontend svc selects just exposed=true and both frontend and consul pods carry that label now so it has endpoints from consul as well on 5000 where consul doesnt listen every other page load is refused",
    claims: ["service/frontend service-selects-foreign-pods"],
  },
  {
    text: "At 02:07 geo was restarted and was unable to come up again, since mongodb-geo could not be resolved. The Service, its endpoint and the database were examined and found intact. In the Corefile held by the coredns ConfigMap of kube-system, a template entry was discovered by which NXDOMAIN is returned for mongodb-geo.hotel-reservation.svc.cluster.local only; all other names were resolved. Searches were failing for 31 minutes. The entry was deleted and CoreDNS was restarted.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "There are two causes. (1) The ResourceQuota `cpu-budget` limits requests.cpu to 1800m, which the running pods use up completely; after its pod was deleted, memcached-reserve cannot be recreated, and its ReplicaSet logs 'exceeded quota ... requests.cpu=100m'. (2) Unrelated to that, the Deployment `profile` was updated to tag `exp-212`, which adds a constant 300 ms to every GetProfiles span of its own; MongoDB and memcached child spans are as short as ever, CPU usage is flat, and nothing fails. Raise the quota, and revert the profile image.",
    claims: ["resourcequota/cpu-budget quota-cpu", "deployment/profile code-artificial-delay"],
  },
  {
    text: "geo pod pending for topologySpreadConstraint on key failure-domain which no node is labeled with, also other problem quota pods-cap has pods 19 of 19 used so frontend rollout (surge 1, unavailable 0) can not add new pod and is stuck",
    claims: ["deployment/geo topology-spread-unsatisfiable", "resourcequota/pods-cap rollout-quota-deadlock"],
  },
  {
    text: "ns hotel-reservation got the pod security enforce label set to restricted so the rs of rate cant create pods violates podsecurity stuff about allowPrivilegeEscalation runAsNonRoot etc old pods keep running drop the label from the ns",
    claims: ["namespace/hotel-reservation psa-restricted"],
  },
  {
    text: "The alert raised at 08:40 was investigated and no defect was found. All nineteen workloads were seen with their pods ready, search, login and reservation were exercised successfully 200 times, and no warning event had been emitted since midnight. Nodes, storage claims and DNS were also verified. The error spike had been produced by a client test with invalid dates, which was correctly rejected. No repair is needed.",
    claims: [],
  },
] satisfies readonly AppText[];
