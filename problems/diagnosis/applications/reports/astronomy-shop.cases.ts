import type { AppText } from "../app-text.ts";

/** Reports in the names of astronomy-shop, as agents write them: symptoms first, evidence, what was ruled out. The reader of reports is tuned on them. */
export default [
  {
    text: 'Incident summary\nSince 14:02 UTC around 10% of oteldemo.AdService/GetAds spans end with status UNAVAILABLE and the frontend logs it at WARN; product pages render, just without the banner. Checkout, cart and browsing have a 0% error rate.\n\nThe ad pod is healthy (0 restarts, 182Mi of 300Mi) and Service ad has its one endpoint, so neither the container nor the network is to blame. The errors are deliberate: in ConfigMap flagd-config (key demo.flagd.json) the flag `adFailure` has `"defaultVariant": "on"`, and flagd was restarted after that edit, so it hands out true.\n\nRemediation: set defaultVariant back to "off" and `kubectl rollout restart deploy/flagd` (its init-config container copies the file at start; editing the ConfigMap alone would do nothing).',
    claims: ["configmap/flagd-config flag-ad-failure"],
  },
  {
    text: "flagd-config: adHighCpu is switched on -> ad burns 1.1 cores (normally ~10m) and GetAds p95 went x4. Nothing fails. Turn it off + restart flagd.",
    claims: ["configmap/flagd-config flag-ad-high-cpu"],
  },
  {
    text: '```json\n{\n  "status": "diagnosed",\n  "root_cause": {\n    "object": "ConfigMap/flagd-config",\n    "field": "data[\'demo.flagd.json\'].flags.adManualGc.defaultVariant",\n    "actual": "on",\n    "expected": "off",\n    "explanation": "With this toggle enabled the JVM of the ad service runs a full collection on every single call and the world stops for ~0.9s each time"\n  },\n  "symptoms": ["GetAds p50 = 1.02s (was 6ms)", "ad container at 870m CPU", "no errors, no restarts"],\n  "ruled_out": ["CPU limit: ad has none", "node pressure", "a new image: tag is still 2.2.0-ad"]\n}\n```',
    claims: ["configmap/flagd-config flag-ad-manual-gc"],
  },
  {
    text: 'The customers complain that after the order the basket is still full. I looked in the logs of checkout: "failed to empty user cart: FailedPrecondition ... Can\'t access cart storage". First I was thinking that valkey-cart is down, but it is not so, valkey-cart is running 1/1 since 6 days, PING gives PONG and GetCart works with no problem. Only EmptyCart is failing, 100 %. The reason is the feature flag cartFailure, somebody has put it to "on" in the config map flagd-config. Need to be put to "off" again and flagd to be restarted.',
    claims: ["configmap/flagd-config flag-cart-failure"],
  },
  {
    text: "**Root cause:** `productCatalogFailure` was flipped to `on` in `flagd-config`.\n\n- ~1 in 10 `GetProduct` calls returns INTERNAL, always for the same product id OLJCESPC7Z; the other nine products answer in 3 ms\n- frontend, recommendation and checkout show the error because they ask product-catalog, nothing wrong with them\n- postgresql is fine (`SELECT count(*) FROM catalog.products` = 10, no locks in pg_stat_activity)\n- product-catalog pods Ready, image unchanged\n\n**Fix:** default variant back to `off`, then restart flagd.",
    claims: ["configmap/flagd-config flag-catalog-failure"],
  },
  {
    text: 'email OOMKilled 7 times in 25 min (exit 137, limit 100Mi). Before anybody raises the limit: 100Mi was enough for weeks, usage sits at 58Mi after a restart and climbs with every order confirmation that goes out. That\'s the demo\'s built-in leak: `emailMemoryLeak` defaultVariant = "1000x" in the flagd-config ConfigMap. checkout\'s "failed to send order confirmation to ..." lines are fallout of the mailer being down for a few secs at a time. Orders themselves go through.\n\nReset the flag to off, bounce flagd, done.',
    claims: ["configmap/flagd-config flag-email-leak"],
  },
  {
    text: "What I saw: frontend pod restarted 5x with OOMKilled; between the restarts /cart and /api/checkout answer 503 at the envoy. Spans for `GET /` went from 2/s to 310/s at 09:41, all other routes unchanged.\nWhat it is not: a small memory limit (250Mi is the chart's), a bad build (2.2.0-frontend as before), DDoS from outside (all of it comes from our own load generator).\nWhat it is: the flag loadGeneratorFloodHomepage, served by flagd, is on. Its default variant in configmap/flagd-config was changed from off to on, so the load generator hammers the home page with several hundred extra requests a second.\nWhat to do: defaultVariant off + restart deployment/flagd.",
    claims: ["configmap/flagd-config flag-flood-home"],
  },
  {
    text: '- alert: p95 latency on frontend-proxy 10.1 s\n- only `GET /images/products/*` is affected, html and api routes ~20 ms\n- image-provider itself answers in 2 ms when I curl it from a debug pod -> innocent\n- the delay is injected by the proxy\'s fault filter because flag **imageSlowLoad = "10sec"** (ConfigMap flagd-config, should be "off")\n- action: revert ConfigMap, restart flagd',
    claims: ["configmap/flagd-config flag-image-slow"],
  },
  {
    text: 'Two separate problems, unrelated to each other.\n\n1) Consumer lag of group fraud-detection on topic `orders` is 41 800 and growing by ~900/min, CPU of kafka and accounting doubled. checkout publishes every order a hundredfold and fraud-detection sleeps 1 s per record. Both behaviours come from the flag kafkaQueueProblems, whose defaultVariant in ConfigMap flagd-config is "on". Kafka as a broker is healthy.\n\n2) Shipping cost estimates fail with "connection refused": Service quote has `port: 8080, targetPort: 8180`, yet the quote container listens on 8080 only. Endpoints exist (10.244.2.31:8180), so it looks OK in `get endpoints` at first glance.\n\nFix for 1: flag to off, restart flagd. Fix for 2: put the target port of svc/quote back to 8080.',
    claims: ["configmap/flagd-config flag-kafka-queue", "service/quote service-target-port-mismatch"],
  },
  {
    text: '"Ask AI" on the product page fails for every second question. product-reviews logs openai.RateLimitError 429 "Rate limit reached. Please try again later." There\'s no real rate limiter involved - the llm mock returns the 429 on purpose since llmRateLimitError was enabled in flagd-config (demo.flagd.json). product-reviews and llm pods are fine, so don\'t restart those. Disable the flag, restart flagd.',
    claims: ["configmap/flagd-config flag-llm-rate-limit"],
  },
  {
    text: 'kubectl get cm flagd-config -o jsonpath=\'{.data.demo\\.flagd\\.json}\' | jq .flags.paymentFailure\n{ "description": "Fail payment service charge requests n%", "state": "ENABLED", "variants": {...}, "defaultVariant": "50%" }\n\n=> that explains why half of PlaceOrder calls die with "failed to charge card: could not charge the card: rpc error: code = Unknown desc = Payment request failed. Invalid token." payment pod itself OK. Someone left the 50% variant; should be "off".',
    claims: ["configmap/flagd-config flag-payment-failure"],
  },
  {
    text: "Every checkout has failed since 11:17. checkout's log: `could not charge the card: rpc error: code = Unavailable desc = name resolver error: produced zero addresses`. That reads like a DNS problem, and I spent ten minutes on CoreDNS and on Service payment; both are OK, `nslookup payment` resolves from the checkout pod, PAYMENT_ADDR=payment:8080 is right, no NetworkPolicy exists in the namespace. The address that is dialled isn't the one in the environment at all: checkout swaps it for a bogus \"badAddress:50051\" whenever the flag `paymentUnreachable` evaluates to true, and flagd-config has it with default variant on. So: flagd-config must be reverted and flagd restarted.",
    claims: ["configmap/flagd-config flag-payment-unreachable"],
  },
  {
    text: 'cart-7f6c9d5b8d-x2m4q   0/1   Running   0   18m\n\nEvents: Readiness probe failed: service unhealthy (responded with "NOT_SERVING")\n\nThe probe definition is untouched (grpc :8080, initialDelay 10s) and valkey-cart answers, hence neither probe config nor store. The cart binary reports NOT_SERVING because the feature flag failedReadinessProbe is ON in ConfigMap flagd-config. Service cart has no ready address as a result and the frontend\'s add-to-cart calls are refused.\n\nRoot cause object: configmap/flagd-config.',
    claims: ["configmap/flagd-config flag-readiness-fail"],
  },
  {
    text: "ListRecommendations takes about 3x as long as last week and the recommendation container gained 10 MiB per minute (now 341 of 500Mi). Not a new release: image tag and replica count didn't change. product-catalog gets three times more calls from it, because its cache is effectively disabled; `recommendationCacheFailure` in the flags document (ConfigMap flagd-config) is set to \"on\". No user-visible errors so far, but it'll hit the limit in ~15 minutes.",
    claims: ["configmap/flagd-config flag-recommendation-cache"],
  },
  {
    text: "TL;DR kafka advertises a hostname that doesn't exist.\n\naccounting and fraud-detection bootstrap fine against kafka:9092, then spam `[Consumer] Connection to node 1 (kafka-0.staging.internal:9092) could not be established`. checkout's producer does the same, so no order reaches the topic although checkouts \"succeed\" for users. The broker pod is Ready and its listeners are bound properly. deployment/kafka, env KAFKA_ADVERTISED_LISTENERS = PLAINTEXT://kafka-0.staging.internal:9092; it has to be PLAINTEXT://kafka:9092. Restarting consumers won't help since the broker hands out the bad name in the metadata response each time.",
    claims: ["deployment/kafka advertised-listener-wrong"],
  },
  {
    text: "Users get 504 from the proxy after 15 s on everything that lists products. Chain: frontend-proxy times out <- frontend waits <- product-catalog waits <- its SQL statements wait. In postgresql:\n\n pid | state  | wait_event_type | wait_event | query\n 212 | active | Lock            | relation   | SELECT ... FROM catalog.products\n (14 more of the same)\n\npg_blocking_pids() of all of them is {187}: session of the pod of Job catalog-vacuum, which did `BEGIN; LOCK TABLE catalog.products IN ACCESS EXCLUSIVE MODE;` and then sits in pg_sleep(14400). postgresql isn't sick, no restarts, CPU idle, max_connections not reached yet.\n\nCulprit = job/catalog-vacuum. Delete the job (killing only the backend isn't enough, the Job would respawn its pod and lock again).",
    claims: ["job/catalog-vacuum pg-lock-contention"],
  },
  {
    text: 'valkey-cart keeps getting OOM-killed at 20Mi, restart count 9, carts lost each time, cart service: "It was not possible to connect to the redis server(s)". The pod spec of valkey-cart is identical to the chart, and the amount of real cart data is tiny (some KB). Someone created a Job `session-warmup` in the namespace: its script loops `SET warm:$i <1 MB blob>` with ever new keys. It refills the store as soon as it is back, so restarting it or doubling the limit is pointless. Remove/suspend job/session-warmup, then restart valkey-cart.',
    claims: ["job/session-warmup valkey-memory-flood"],
  },
  {
    text: "cart is crash looping: `StackExchange.Redis.RedisServerException: NOAUTH Authentication required.` Someone has added `--requirepass s3cr3t` to the args of deployment/valkey-cart and no client has been told any password. The port is open so wait-for-valkey-cart passes happily. Drop the arg, roll cart.",
    claims: ["deployment/valkey-cart valkey-requirepass"],
  },
  {
    text: 'deploy/checkout: the env var SHIPPING_ADDR has vanished from the template in revision 3 (revision 2 still has http://shipping:8080). The program panics at boot, `environment variable "SHIPPING_ADDR" not set`, so no orders at all. shipping itself runs normally.',
    claims: ["deployment/checkout env-missing"],
  },
  {
    text: 'Diagnosis\n---------\nComponent : frontend (Deployment)\nProblem   : spec.template.spec.containers[0].env lists CURRENCY_ADDR two times. First entry "currency:8080" (good), second one "currency-legacy:8080". Kubernetes takes the last, so the process dials a host nobody has.\nEffect    : price conversion fails, product pages give HTTP 500\nInnocent  : currency (1/1, answers grpcurl), Service currency, CoreDNS\nRepair    : delete the duplicate, i.e. the second entry',
    claims: ["deployment/frontend env-shadowed"],
  },
  {
    text: 'I found two independent misconfigurations.\n\n**shipping → quote.** `QUOTE_ADDR` of Deployment shipping is `http://quote:8090`. Service quote only exposes 8080, so every quote request from shipping is refused and checkouts abort at "shipping quote failure". quote itself is healthy, and its Service is right.\n\n**email.** The image of Deployment email reads `ghcr.io/open-telemetry/demo:2.2.0-emial` (typo), so the new pod hangs in ImagePullBackOff: manifest unknown. Confirmation mails aren\'t sent.\n\nRepair: `kubectl set env deploy/shipping QUOTE_ADDR=http://quote:8080` and set the image of email to 2.2.0-email.',
    claims: ["deployment/shipping env-wrong-port", "deployment/email image-reference-nonexistent"],
  },
  {
    text: 'recommendation can\'t resolve anything inside the cluster (`DNS resolution failed for product-catalog:8080: C-ares status is not ARES_SUCCESS`). From any other pod the name resolves, so CoreDNS is not the problem. Its template got:\n\n  dnsPolicy: None\n  dnsConfig:\n    nameservers: ["1.1.1.1"]\n\ni.e. pods of deployment/recommendation query Cloudflare instead of kube-dns. Put it back to ClusterFirst and drop dnsConfig.',
    claims: ["deployment/recommendation dns-policy-external"],
  },
  {
    text: 'Post-mortem draft (two faults overlapped, 16:20-17:05)\n\nTimeline: 16:20 prices vanished from product pages; 16:31 ads vanished too.\n\nFault A - currency. `kubectl describe pod` says Last State: Terminated, Reason: OOMKilled, limits.memory 6Mi. The process needs about 9 MiB doing nothing at all. Chart value is 20Mi. Whoever "right-sized" it to 6Mi in Deployment currency caused the CrashLoopBackOff.\n\nFault B - ad. Pods 1/1 Ready, endpoints present, but every connection to ad:8080 hangs until the deadline. NetworkPolicy `isolate-ads` (podSelector opentelemetry.io/name=ad, policyTypes [Ingress], with no ingress rules whatsoever) drops it all. Kubelet probes aren\'t subject to policies, which is why the pod looked healthy.\n\nNot related: a flagd restart at 15:50, all flags are off.',
    claims: ["deployment/currency memory-limit-too-small", "networkpolicy/isolate-ads network-policy-deny"],
  },
  {
    text: 'I went through the whole namespace and couldn\'t find a defect. All 24 deployments and opensearch-0 are available, every Service has endpoints, flagd-config has each flag on "off", kafka consumer lag is 0, postgresql shows no waiting sessions, error rate on the proxy is 0.02% over the last hour. One restart of accounting two days ago was a node reboot. No action necessary.',
    claims: [],
  },
  {
    text: "Order placement fails with timeouts to 10.96.201.77:8080. That IP belongs to no current Service. It comes from /etc/hosts inside the checkout pods: spec.template.spec.hostAliases of deploy/checkout pins `cart`, `currency` and `product-catalog` to ClusterIPs from before the services were recreated. `dig cart.astronomy-shop.svc.cluster.local` gives the proper 10.96.88.12, and frontend reaches the same services w/o issue. Remove the hostAliases block. (Not DNS, not the services.)",
    claims: ["deployment/checkout host-aliases-stale"],
  },
] satisfies readonly AppText[];
