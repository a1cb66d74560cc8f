/** A problem of another benchmark under its public name. */
export interface NamedProblem {
  readonly id: string;
  /** Application and composition, as in a task's URI after `kubedrill://`. */
  readonly composition: string;
  /** False for those that the benchmark defines and leaves out of its runs. */
  readonly active: boolean;
}

/**
 * Problems of SREGym by their public ids, in the order of its registry: application, faults, targets, and parameters where the
 * problem fixes them.
 *
 * A row whose faults ship is never changed. One that waits for a fault gets its parameters with the fault. Three problems break a
 * workload that they add themselves, where a slow starter of the application stands in (`liveness_probe_too_aggressive_*`), and
 * `kubelet_crash` stops the kubelet of one worker, which the seed draws.
 */
export const namedProblems = (): readonly NamedProblem[] =>
  [ACTIVE, LEFT_OUT].flatMap((rows) => rows.map(([id, composition]) => ({ id, composition, active: rows === ACTIVE })));

type Row = readonly [id: string, composition: string];

const ACTIVE: readonly Row[] = [
  [
    "faulty_image_correlated",
    "hotel-reservation/image-buggy-build?target=deployment/frontend&target=deployment/geo&target=deployment/profile&target=deployment/rate&target=deployment/recommendation&target=deployment/reservation&target=deployment/search&target=deployment/user",
  ],
  [
    "update_incompatible_correlated",
    "hotel-reservation/image-store-incompatible?target=deployment/mongodb-geo&target=deployment/mongodb-profile&target=deployment/mongodb-rate&target=deployment/mongodb-recommendation&target=deployment/mongodb-reservation&target=deployment/mongodb-user",
  ],
  ["incorrect_image", "astronomy-shop/image-reference-nonexistent?target=deployment/product-catalog&image=app-image:latest"],
  ["incorrect_port_assignment", "astronomy-shop/env-wrong-port?target=deployment/checkout"],
  [
    "unschedulable_incorrect_port_assignment",
    "astronomy-shop/env-wrong-port+node-selector-nonexistent?target=deployment/checkout&target=deployment/checkout",
  ],
  ["kafka_producer_leak", "astronomy-shop/kafka-producer-leak?target=deployment/checkout"],
  ["misconfig_app_hotel_res", "hotel-reservation/app-wrong-store-port?target=deployment/geo"],
  ["missing_env_variable_astronomy_shop", "astronomy-shop/env-missing?target=deployment/frontend"],
  ["revoke_auth_mongodb-1", "hotel-reservation/mongo-role-revoked?target=deployment/mongodb-geo&database=geo-db"],
  ["revoke_auth_mongodb-2", "hotel-reservation/mongo-role-revoked?target=deployment/mongodb-rate&database=rate-db"],
  ["storage_user_unregistered-1", "hotel-reservation/mongo-user-dropped?target=deployment/mongodb-geo"],
  ["storage_user_unregistered-2", "hotel-reservation/mongo-user-dropped?target=deployment/mongodb-rate"],
  ["valkey_auth_disruption", "astronomy-shop/valkey-requirepass?target=deployment/valkey-cart"],
  ["valkey_memory_disruption", "astronomy-shop/valkey-memory-flood?target=deployment/valkey-cart"],
  ["edge_request_filter_cpu_saturation", "astronomy-shop/regex-backtracking-waf?target=deployment/frontend-proxy"],
  [
    "ephemeral_port_range_hotel_reservation",
    "hotel-reservation/port-range-exhaustion?target=deployment/frontend&target=deployment/geo&target=deployment/profile&target=deployment/rate&target=deployment/recommendation&target=deployment/reservation&target=deployment/search&target=deployment/user&target=deployment/memcached-profile&target=deployment/memcached-rate&target=deployment/memcached-reserve&target=deployment/mongodb-geo&target=deployment/mongodb-profile&target=deployment/mongodb-rate&target=deployment/mongodb-recommendation&target=deployment/mongodb-reservation&target=deployment/mongodb-user",
  ],
  ["secret_rotation_stale_env_credentials_astronomy_shop", "astronomy-shop/secret-rotation-stale-env?target=deployment/product-catalog"],
  ["capacity_decrease_rpc_retry_storm", "blueprint-hotel-reservation/meta-retry-storm-capacity?timeout=50ms&retries=30"],
  ["load_spike_rpc_retry_storm", "blueprint-hotel-reservation/meta-retry-storm-spike?timeout=50ms&retries=30&burstMs=30000"],
  ["gc_capacity_degradation", "blueprint-hotel-reservation/meta-gc-thrash"],
  ["search_rate_retry_collapse_hotel_reservation", "hotel-reservation/meta-queue-collapse"],
  [
    "assign_to_non_existent_node",
    "social-network/node-selector-nonexistent?target=deployment/user-service&node=extra-node&rollout=recreate",
  ],
  ["auth_miss_mongodb", "social-network/mongo-tls-required?target=deployment/url-shorten-mongodb"],
  ["configmap_drift_hotel_reservation", "hotel-reservation/configmap-key-drift?target=configmap/geo-config&setting=GeoMongoAddress"],
  ["cfs_cpu_throttling_hotel_reservation", "hotel-reservation/cpu-limit-throttle?target=deployment/geo&decoys=cpu-limit-peers"],
  ["feature_flag_latent_bug_hotel_reservation", "hotel-reservation/feature-toggle-latent-bug?target=deployment/frontend"],
  ["finalizer_deadlock_controller_hotel_reservation", "hotel-reservation/finalizer-deadlock"],
  ["duplicate_pvc_mounts_astronomy_shop", "astronomy-shop/pvc-rwo-duplicate-mount?target=deployment/frontend"],
  ["duplicate_pvc_mounts_hotel_reservation", "hotel-reservation/pvc-rwo-duplicate-mount?target=deployment/frontend"],
  ["duplicate_pvc_mounts_social_network", "social-network/pvc-rwo-duplicate-mount?target=deployment/jaeger"],
  ["env_variable_shadowing_astronomy_shop", "astronomy-shop/env-shadowed?target=deployment/frontend-proxy"],
  ["file_descriptor_exhaustion", "hotel-reservation/fd-limit-low?target=deployment/frontend"],
  ["k8s_target_port-misconfig", "social-network/service-target-port-mismatch?target=service/user-service&targetPort=9999"],
  ["liveness_probe_misconfiguration_astronomy_shop", "astronomy-shop/liveness-probe-wrong-endpoint?target=deployment/frontend"],
  [
    "liveness_probe_misconfiguration_hotel_reservation",
    "hotel-reservation/liveness-probe-wrong-endpoint?target=deployment/recommendation&path=/healthz&port=8080",
  ],
  [
    "liveness_probe_misconfiguration_social_network",
    "social-network/liveness-probe-wrong-endpoint?target=deployment/user-service&path=/healthz&port=8080",
  ],
  ["liveness_probe_too_aggressive_astronomy_shop", "astronomy-shop/liveness-probe-too-aggressive?target=deployment/ad"],
  ["liveness_probe_too_aggressive_hotel_reservation", "hotel-reservation/liveness-probe-too-aggressive?target=deployment/mongodb-rate"],
  ["liveness_probe_too_aggressive_social_network", "social-network/liveness-probe-too-aggressive?target=deployment/user-mongodb"],
  ["init_container_dependency_hang_hotel_reservation", "hotel-reservation/init-dependency-hang?target=deployment/frontend"],
  ["init_container_dependency_hang_social_network", "social-network/init-dependency-hang?target=deployment/user-service"],
  ["init_container_dependency_hang_astronomy_shop", "astronomy-shop/init-dependency-hang?target=deployment/frontend"],
  ["missing_configmap_hotel_reservation", "hotel-reservation/configmap-missing?target=configmap/mongo-geo-script"],
  ["missing_configmap_social_network", "social-network/configmap-missing?target=configmap/media-mongodb"],
  ["missing_service_astronomy_shop", "astronomy-shop/service-missing?target=service/ad"],
  ["missing_service_hotel_reservation", "hotel-reservation/service-missing?target=service/mongodb-rate"],
  ["missing_service_social_network", "social-network/service-missing?target=service/user-service"],
  ["namespace_memory_limit", "hotel-reservation/quota-memory-unset-requests?target=deployment/search"],
  ["nightly_rebalance_oom_hotel_reservation", "hotel-reservation/cronjob-memory-squeeze?target=deployment/recommendation"],
  ["node_clock_drift_hotel_reservation", "hotel-reservation/node-clock-drift"],
  ["pod_anti_affinity_deadlock", "social-network/anti-affinity-deadlock?target=deployment/user-service"],
  ["postgres_lock_contention_product_catalog", "astronomy-shop/pg-lock-contention?target=deployment/postgresql"],
  ["persistent_volume_affinity_violation", "social-network/pv-node-affinity-conflict?target=deployment/user-service"],
  ["priority_preemption_cascade_hotel_reservation", "hotel-reservation/priority-preemption?target=deployment/reservation"],
  [
    "pvc_claim_mismatch",
    "hotel-reservation/pvc-claim-mismatch?target=deployment/mongodb-geo&target=deployment/mongodb-profile&target=deployment/mongodb-rate&target=deployment/mongodb-recommendation&target=deployment/mongodb-reservation&target=deployment/mongodb-user",
  ],
  ["rbac_misconfiguration", "astronomy-shop/rbac-verb-missing?target=deployment/frontend"],
  ["readiness_probe_misconfiguration_astronomy_shop", "astronomy-shop/readiness-probe-wrong-endpoint?target=deployment/frontend"],
  [
    "readiness_probe_misconfiguration_hotel_reservation",
    "hotel-reservation/readiness-probe-wrong-endpoint?target=deployment/frontend&path=/healthz&port=8080&rollout=recreate",
  ],
  [
    "readiness_probe_misconfiguration_social_network",
    "social-network/readiness-probe-wrong-endpoint?target=deployment/user-service&path=/healthz&port=8080&rollout=recreate",
  ],
  ["resource_request_too_large", "hotel-reservation/memory-request-exceeds-node?target=deployment/mongodb-rate"],
  ["resource_request_too_small", "hotel-reservation/memory-limit-too-small?target=deployment/mongodb-rate&limit=10Mi"],
  ["hpa_missing_effective_cpu_request_hotel_reservation", "hotel-reservation/hpa-missing-request?target=deployment/frontend"],
  ["rolling_update_misconfigured_hotel_reservation", "hotel-reservation/rolling-update-drains-all"],
  ["rolling_update_misconfigured_social_network", "social-network/rolling-update-drains-all"],
  ["scale_pod_zero_social_net", "social-network/scale-to-zero?target=deployment/user-service"],
  ["service_dns_resolution_failure_astronomy_shop", "astronomy-shop/dns-name-nxdomain?target=service/frontend"],
  ["service_dns_resolution_failure_social_network", "social-network/dns-name-nxdomain?target=service/user-service"],
  ["stale_coredns_config_astronomy_shop", "astronomy-shop/dns-zone-nxdomain"],
  ["stale_coredns_config_social_network", "social-network/dns-zone-nxdomain"],
  ["wrong_dns_policy_astronomy_shop", "astronomy-shop/dns-policy-external?target=deployment/frontend"],
  ["wrong_dns_policy_hotel_reservation", "hotel-reservation/dns-policy-external?target=deployment/profile"],
  ["wrong_dns_policy_social_network", "social-network/dns-policy-external?target=deployment/user-service"],
  ["sidecar_port_conflict_astronomy_shop", "astronomy-shop/sidecar-port-conflict?target=deployment/frontend"],
  ["sidecar_port_conflict_hotel_reservation", "hotel-reservation/sidecar-port-conflict?target=deployment/frontend"],
  ["sidecar_port_conflict_social_network", "social-network/sidecar-port-conflict?target=deployment/user-service"],
  ["service_port_conflict_astronomy_shop", "astronomy-shop/host-port-conflict?target=deployment/ad&hostPort=9100&rollout=recreate"],
  [
    "service_port_conflict_hotel_reservation",
    "hotel-reservation/host-port-conflict?target=deployment/recommendation&hostPort=9100&rollout=recreate",
  ],
  [
    "service_port_conflict_social_network",
    "social-network/host-port-conflict?target=deployment/media-service&hostPort=9100&rollout=recreate",
  ],
  ["taint_no_toleration_social_network", "social-network/taint-untolerated?target=deployment/user-service&effect=NoSchedule"],
  ["wrong_bin_usage", "hotel-reservation/command-wrong-binary?target=deployment/profile&command=geo"],
  [
    "service_wrong_pod_selection_hotel_reservation",
    "hotel-reservation/service-selects-foreign-pods?target=service/frontend&decoy=deployment/search",
  ],
  ["wrong_service_selector_astronomy_shop", "astronomy-shop/service-selector-mismatch?target=service/frontend"],
  ["wrong_service_selector_hotel_reservation", "hotel-reservation/service-selector-mismatch?target=service/frontend"],
  ["wrong_service_selector_social_network", "social-network/service-selector-mismatch?target=service/user-service"],
  ["astronomy_shop_ad_service_failure", "astronomy-shop/flag-ad-failure"],
  ["astronomy_shop_ad_service_high_cpu", "astronomy-shop/flag-ad-high-cpu"],
  ["astronomy_shop_ad_service_image_slow_load", "astronomy-shop/flag-image-slow"],
  ["astronomy_shop_ad_service_manual_gc", "astronomy-shop/flag-ad-manual-gc"],
  ["astronomy_shop_cart_service_failure", "astronomy-shop/flag-cart-failure"],
  ["astronomy_shop_failed_readiness_probe", "astronomy-shop/flag-readiness-fail"],
  ["astronomy_shop_payment_service_failure", "astronomy-shop/flag-payment-failure?1.variant=100%25"],
  ["astronomy_shop_payment_service_unreachable", "astronomy-shop/flag-payment-unreachable"],
  ["astronomy_shop_product_catalog_service_failure", "astronomy-shop/flag-catalog-failure"],
  ["kafka_queue_problems", "astronomy-shop/flag-kafka-queue"],
  ["loadgenerator_flood_homepage", "astronomy-shop/flag-flood-home"],
  ["kafka_poison_pill_hol_block", "astronomy-shop/kafka-poison-head-of-line"],
  ["trainticket_f17_nested_sql_select_clause_error", "train-ticket/tt-feat-17?decoys=flags-on"],
  ["trainticket_f22_sql_column_name_mismatch_error", "train-ticket/tt-feat-22?decoys=flags-on"],
  ["silent_data_corruption", "hotel-reservation/disk-silent-corruption"],
  ["latent_sector_error", "hotel-reservation/disk-latent-sector-error"],
  ["expired_tls_hotel_reservation", "hotel-reservation/ingress-tls-expired"],
  ["ingress_misroute", "hotel-reservation/ingress-backend-misroute"],
  ["network_policy_block", 'hotel-reservation/network-policy-deny?target=deployment/recommendation&directions=["Ingress","Egress"]'],
  ["node_conntrack_exhaustion_hotel_reservation", "hotel-reservation/conntrack-exhaustion"],
  ["dev_shm_exhaustion_hotel_reservation", "hotel-reservation/dev-shm-exhaustion"],
  ["internal_traffic_policy_local_astronomy_shop", "astronomy-shop/internal-traffic-policy-local?target=service/recommendation"],
  ["admission_webhook_outage_hotel_reservation", "hotel-reservation/webhook-validating-outage?target=deployment/recommendation"],
  ["admission_webhook_tls_mismatch_hotel_reservation", "hotel-reservation/webhook-tls-mismatch?target=deployment/recommendation"],
  ["psa_restricted_blocks_recreation_hotel_reservation", "hotel-reservation/psa-restricted?target=deployment/recommendation"],
  [
    "mutating_webhook_resource_limits_social_network",
    "social-network/webhook-mutating-shrinks-memory?target=deployment/nginx-thrift&decoys=inert-webhooks",
  ],
  ["cumulative_admission_webhook_timeout_hotel_reservation", "hotel-reservation/webhook-timeout-sum?decoys=inert-webhooks"],
  ["pod_cidr_exhaustion_hotel_reservation", "hotel-reservation/pod-cidr-exhaustion"],
  ["calico_route_reflector_label_drift_hotel_reservation", "hotel-reservation/bgp-reflector-label-drift"],
  ["cronjob_sidecar_blocks_completion_hotel_reservation", "hotel-reservation/cronjob-sidecar-never-completes"],
  ["kubelet_crash", "astronomy-shop/kubelet-crash"],
  ["kubelet_eviction_threshold_misconfig", "astronomy-shop/kubelet-eviction-threshold"],
  ["workload_imbalance", "astronomy-shop/daemonset-image-replaced"],
  ["operator_overload_replicas", "fleetcast/op-replicas-overload?target=tidbcluster/basic&member=tidb"],
  ["operator_non_existent_storage", "fleetcast/op-storage-class-missing"],
  [
    "operator_invalid_affinity_toleration",
    "fleetcast/op-toleration-invalid?target=tidbcluster/basic&member=tidb&key=test-keys&value=test-value&effect=TAKE_SOME_EFFECT",
  ],
  ["operator_security_context_fault", "fleetcast/op-security-context-invalid?target=tidbcluster/basic&member=tidb&id=runAsUser&number=-1"],
  [
    "operator_wrong_update_strategy_fault",
    "fleetcast/op-update-strategy-invalid?target=tidbcluster/basic&member=tidb&strategy=SomeStrategyForUpdate",
  ],
  [
    "operator_wrong_operator_image",
    "fleetcast/op-operator-image-broken?target=deployment/tidb-controller-manager&image=pingcap/tidb-operatorr:v1.6.3",
  ],
];

const LEFT_OUT: readonly Row[] = [
  ["cache_flush_capacity_degradation", "hotel-reservation/meta-cache-flush"],
  ["top_of_rack_router_failure_hotel_reservation", "hotel-reservation/tor-partition"],
  ["nic_packet_corruption", "hotel-reservation/hw-nic-packet-corruption"],
  ["storage_controller_read_failure", "hotel-reservation/hw-storage-controller-read"],
  ["storage_write_failure", "hotel-reservation/hw-storage-write"],
  ["dram_module_failure", "hotel-reservation/hw-dram-failure"],
  ["cpu_clocksource_failure", "hotel-reservation/hw-clocksource-failure"],
  ["mmu_page_protection_failure", "hotel-reservation/hw-mmu-protection"],
  ["network_interface_link_down", "hotel-reservation/hw-nic-link-down"],
  ["dns_resolver_hardware_failure", "hotel-reservation/hw-dns-resolver"],
  [
    "port_misconfig_revoke_auth_wrong_svc_selector",
    "social-network+hotel-reservation+astronomy-shop/service-target-port-mismatch+mongo-role-revoked+service-selector-mismatch?target=service/user-service&target=deployment/mongodb-geo&target=service/frontend",
  ],
  [
    "port_misconfig_misconfig_hotelres_missing_env_var",
    "social-network+hotel-reservation+astronomy-shop/service-target-port-mismatch+app-wrong-store-port+env-missing?target=service/user-service&target=deployment/geo&target=deployment/frontend",
  ],
  [
    "valkey_memory_disruption_missing_env_var_incorrect_port",
    "astronomy-shop/valkey-memory-flood+env-missing+env-wrong-port?target=deployment/valkey-cart&target=deployment/frontend&target=deployment/checkout",
  ],
  [
    "hotel_res_concurrent_fault",
    "hotel-reservation/mongo-user-dropped+service-target-port-mismatch?target=deployment/mongodb-rate&target=service/frontend",
  ],
  [
    "social_net_concurrent_fault",
    "social-network/node-selector-nonexistent+service-target-port-mismatch?target=deployment/jaeger&target=service/user-service&1.node=extra-node&2.targetPort=9999",
  ],
];

/** Ids of the 21 problems that stand for the others in a short run. */
export const LITE_PROBLEMS: readonly string[] = [
  "cronjob_sidecar_blocks_completion_hotel_reservation",
  "edge_request_filter_cpu_saturation",
  "network_policy_block",
  "env_variable_shadowing_astronomy_shop",
  "mutating_webhook_resource_limits_social_network",
  "finalizer_deadlock_controller_hotel_reservation",
  "kafka_poison_pill_hol_block",
  "internal_traffic_policy_local_astronomy_shop",
  "service_dns_resolution_failure_social_network",
  "service_wrong_pod_selection_hotel_reservation",
  "namespace_memory_limit",
  "valkey_auth_disruption",
  "secret_rotation_stale_env_credentials_astronomy_shop",
  "unschedulable_incorrect_port_assignment",
  "readiness_probe_misconfiguration_social_network",
  "duplicate_pvc_mounts_social_network",
  "admission_webhook_outage_hotel_reservation",
  "wrong_dns_policy_astronomy_shop",
  "wrong_service_selector_social_network",
  "rolling_update_misconfigured_social_network",
  "search_rate_retry_collapse_hotel_reservation",
];
