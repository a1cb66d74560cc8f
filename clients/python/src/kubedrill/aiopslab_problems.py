"""Problems of AIOpsLab under their public ids: the task that each is here, or why there is none.

Source: the registry and the answers of analysis tasks of github.com/microsoft/AIOpsLab.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

TASK_TYPES = ("detection", "localization", "analysis", "mitigation")
_BRIEF = TASK_TYPES[:2]


@dataclass(frozen=True)
class Problem:
    """A problem that can be played.

    Attributes:
        id: AIOpsLab's.
        task_type: one of ``TASK_TYPES``.
        task: URI or public id of the task.
        level: right ``system_level`` of an analysis; empty where none is asked for.
        fault: right ``fault_type`` of an analysis; empty where none is asked for.
    """

    id: str
    task_type: str
    task: str
    level: str = ""
    fault: str = ""

    @property
    def is_healthy(self) -> bool:
        """Return whether nothing is wrong in it."""
        return self.task.endswith("/healthy")


_PORT = "kubedrill://social-network/service-target-port-mismatch?target=service/{}&targetPort=9999"
# Family, tasks by number, and the two labels of its analysis. Families without labels are detected and localized only.
_FAMILIES: tuple[tuple[str, Sequence[str], str, str], ...] = (
    (
        "k8s_target_port-misconfig",
        [_PORT.format(name) for name in ("user-service", "text-service", "post-storage-service")],
        "Virtualization",
        "Misconfiguration",
    ),
    ("auth_miss_mongodb", ["auth_miss_mongodb"], "Application", "Misconfiguration"),
    (
        "revoke_auth_mongodb",
        ["revoke_auth_mongodb-1", "revoke_auth_mongodb-2"],
        "Application",
        "Authentication Issue",
    ),
    (
        "user_unregistered_mongodb",
        ["storage_user_unregistered-1", "storage_user_unregistered-2"],
        "Application",
        "Network/Storage Issue",
    ),
    ("misconfig_app_hotel_res", ["misconfig_app_hotel_res"], "Application", "Misconfiguration"),
    ("scale_pod_zero_social_net", ["scale_pod_zero_social_net"], "Virtualization", "Operation Error"),
    (
        "assign_to_non_existent_node_social_net",
        ["assign_to_non_existent_node"],
        "Virtualization",
        "Dependency Problem",
    ),
    ("wrong_bin_usage", ["wrong_bin_usage"], "Application", "Network/Storage Issue"),
)
_FLAGS = {
    "ad_service_failure": "flag-ad-failure",
    "ad_service_high_cpu": "flag-ad-high-cpu",
    "ad_service_manual_gc": "flag-ad-manual-gc",
    "cart_service_failure": "flag-cart-failure",
    "image_slow_load": "flag-image-slow",
    "kafka_queue_problems": "flag-kafka-queue",
    "loadgenerator_flood_homepage": "flag-flood-home",
    "payment_service_failure": "flag-payment-failure?1.variant=100%25",
    "payment_service_unreachable": "flag-payment-unreachable",
    "product_catalog_service_failure": "flag-catalog-failure",
    "recommendation_service_cache_failure": "flag-recommendation-cache",
}
_APPS = {
    "hotel_reservation": "hotel-reservation",
    "social_network": "social-network",
    "astronomy_shop": "astronomy-shop",
}

_IS_FLAG = "the truth here is the feature flag and its server, and AIOpsLab's is the service that reads it"
_IS_CHAOS = "the fault is a chaos experiment that runs for a while, which is no fault here"
_IS_VOLUME = "the fault is a new deployment on a volume of the old one, which is no fault here"
_IS_FLOWER = "the application Flower, which runs in Docker, is not here"


def _playable() -> Iterator[Problem]:
    for family, tasks, level, fault in _FAMILIES:
        for number, task in enumerate(tasks, 1):
            for kind in TASK_TYPES:
                labels = (level, fault) if kind == "analysis" else ("", "")
                yield Problem(f"{family}-{kind}-{number}", kind, task, *labels)
    for app, ours in _APPS.items():
        yield Problem(f"noop_detection_{app}-1", "detection", f"kubedrill://{ours}/healthy")
    for flag, fault in _FLAGS.items():
        yield Problem(f"astronomy_shop_{flag}-detection-1", "detection", f"kubedrill://astronomy-shop/{fault}")


PROBLEMS: dict[str, Problem] = {problem.id: problem for problem in _playable()}
"""Problems that can be played, by id."""

UNAVAILABLE: dict[str, str] = {
    **{f"astronomy_shop_{flag}-localization-1": _IS_FLAG for flag in _FLAGS},
    **{f"container_kill-{kind}": _IS_CHAOS for kind in _BRIEF},
    **{
        f"{name}_hotel_res-{kind}-1": _IS_CHAOS
        for name in ("pod_failure", "pod_kill", "network_delay")
        for kind in _BRIEF
    },
    **{f"network_loss_hotel_res-{kind}-1": _IS_CHAOS for kind in TASK_TYPES},
    **{f"redeploy_without_PV-{kind}-1": _IS_VOLUME for kind in ("detection", "analysis", "mitigation")},
    **{f"flower_{name}-detection": _IS_FLOWER for name in ("node_stop", "model_misconfig")},
}
"""Problems that cannot be played, by id, with the reason."""
