import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.rpc import status_pb2 as _status_pb2
from kubedrill.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ForkMethod(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORK_METHOD_UNSPECIFIED: _ClassVar[ForkMethod]
    FORK_METHOD_SNAPSHOT: _ClassVar[ForkMethod]
    FORK_METHOD_REPLAY: _ClassVar[ForkMethod]

class ValidateCheck(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VALIDATE_CHECK_UNSPECIFIED: _ClassVar[ValidateCheck]
    VALIDATE_CHECK_ACTIONS: _ClassVar[ValidateCheck]
    VALIDATE_CHECK_REWARD: _ClassVar[ValidateCheck]
    VALIDATE_CHECK_OBSERVATIONS: _ClassVar[ValidateCheck]
    VALIDATE_CHECK_STATE: _ClassVar[ValidateCheck]
    VALIDATE_CHECK_SEMANTICS: _ClassVar[ValidateCheck]
    VALIDATE_CHECK_FORK: _ClassVar[ValidateCheck]
FORK_METHOD_UNSPECIFIED: ForkMethod
FORK_METHOD_SNAPSHOT: ForkMethod
FORK_METHOD_REPLAY: ForkMethod
VALIDATE_CHECK_UNSPECIFIED: ValidateCheck
VALIDATE_CHECK_ACTIONS: ValidateCheck
VALIDATE_CHECK_REWARD: ValidateCheck
VALIDATE_CHECK_OBSERVATIONS: ValidateCheck
VALIDATE_CHECK_STATE: ValidateCheck
VALIDATE_CHECK_SEMANTICS: ValidateCheck
VALIDATE_CHECK_FORK: ValidateCheck

class GetServerInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ServerInfo(_message.Message):
    __slots__ = ("server_version", "api_version", "build_digest", "runtime", "catalogue_digest", "capabilities", "backends", "limits", "views", "reward_profiles", "tool_profiles", "splits", "scopes", "state", "task_key_id", "server_id")
    class State(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        STATE_UNSPECIFIED: _ClassVar[ServerInfo.State]
        STATE_SERVING: _ClassVar[ServerInfo.State]
        STATE_DRAINING: _ClassVar[ServerInfo.State]
    STATE_UNSPECIFIED: ServerInfo.State
    STATE_SERVING: ServerInfo.State
    STATE_DRAINING: ServerInfo.State
    SERVER_VERSION_FIELD_NUMBER: _ClassVar[int]
    API_VERSION_FIELD_NUMBER: _ClassVar[int]
    BUILD_DIGEST_FIELD_NUMBER: _ClassVar[int]
    RUNTIME_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    BACKENDS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    REWARD_PROFILES_FIELD_NUMBER: _ClassVar[int]
    TOOL_PROFILES_FIELD_NUMBER: _ClassVar[int]
    SPLITS_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    TASK_KEY_ID_FIELD_NUMBER: _ClassVar[int]
    SERVER_ID_FIELD_NUMBER: _ClassVar[int]
    server_version: str
    api_version: str
    build_digest: str
    runtime: str
    catalogue_digest: str
    capabilities: _containers.RepeatedScalarFieldContainer[str]
    backends: _containers.RepeatedCompositeFieldContainer[BackendInfo]
    limits: ServerLimits
    views: _containers.RepeatedCompositeFieldContainer[_common_pb2.ViewSpec]
    reward_profiles: _containers.RepeatedScalarFieldContainer[str]
    tool_profiles: _containers.RepeatedScalarFieldContainer[str]
    splits: _containers.RepeatedScalarFieldContainer[str]
    scopes: _containers.RepeatedScalarFieldContainer[str]
    state: ServerInfo.State
    task_key_id: str
    server_id: str
    def __init__(self, server_version: _Optional[str] = ..., api_version: _Optional[str] = ..., build_digest: _Optional[str] = ..., runtime: _Optional[str] = ..., catalogue_digest: _Optional[str] = ..., capabilities: _Optional[_Iterable[str]] = ..., backends: _Optional[_Iterable[_Union[BackendInfo, _Mapping]]] = ..., limits: _Optional[_Union[ServerLimits, _Mapping]] = ..., views: _Optional[_Iterable[_Union[_common_pb2.ViewSpec, _Mapping]]] = ..., reward_profiles: _Optional[_Iterable[str]] = ..., tool_profiles: _Optional[_Iterable[str]] = ..., splits: _Optional[_Iterable[str]] = ..., scopes: _Optional[_Iterable[str]] = ..., state: _Optional[_Union[ServerInfo.State, str]] = ..., task_key_id: _Optional[str] = ..., server_id: _Optional[str] = ...) -> None: ...

class GetToolProfileRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class ToolProfile(_message.Message):
    __slots__ = ("name", "tools", "system_prompt", "limits", "digest")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    SYSTEM_PROMPT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    name: str
    tools: _containers.RepeatedCompositeFieldContainer[_common_pb2.ToolSpec]
    system_prompt: str
    limits: _common_pb2.Limits
    digest: str
    def __init__(self, name: _Optional[str] = ..., tools: _Optional[_Iterable[_Union[_common_pb2.ToolSpec, _Mapping]]] = ..., system_prompt: _Optional[str] = ..., limits: _Optional[_Union[_common_pb2.Limits, _Mapping]] = ..., digest: _Optional[str] = ...) -> None: ...

class BackendInfo(_message.Message):
    __slots__ = ("backend", "slots_total", "slots_free", "queue_depth", "queue_depth_max", "determinism", "warm_reset_p50", "forkable")
    BACKEND_FIELD_NUMBER: _ClassVar[int]
    SLOTS_TOTAL_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FREE_FIELD_NUMBER: _ClassVar[int]
    QUEUE_DEPTH_FIELD_NUMBER: _ClassVar[int]
    QUEUE_DEPTH_MAX_FIELD_NUMBER: _ClassVar[int]
    DETERMINISM_FIELD_NUMBER: _ClassVar[int]
    WARM_RESET_P50_FIELD_NUMBER: _ClassVar[int]
    FORKABLE_FIELD_NUMBER: _ClassVar[int]
    backend: _common_pb2.Backend
    slots_total: int
    slots_free: int
    queue_depth: int
    queue_depth_max: int
    determinism: _common_pb2.Determinism
    warm_reset_p50: _duration_pb2.Duration
    forkable: bool
    def __init__(self, backend: _Optional[_Union[_common_pb2.Backend, str]] = ..., slots_total: _Optional[int] = ..., slots_free: _Optional[int] = ..., queue_depth: _Optional[int] = ..., queue_depth_max: _Optional[int] = ..., determinism: _Optional[_Union[_common_pb2.Determinism, str]] = ..., warm_reset_p50: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., forkable: bool = ...) -> None: ...

class ServerLimits(_message.Message):
    __slots__ = ("lease_ttl_min", "lease_ttl_default", "lease_ttl_max", "lifetime_max", "batch_items_max", "session_window_max", "message_bytes_max", "observation_bytes_max")
    LEASE_TTL_MIN_FIELD_NUMBER: _ClassVar[int]
    LEASE_TTL_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    LEASE_TTL_MAX_FIELD_NUMBER: _ClassVar[int]
    LIFETIME_MAX_FIELD_NUMBER: _ClassVar[int]
    BATCH_ITEMS_MAX_FIELD_NUMBER: _ClassVar[int]
    SESSION_WINDOW_MAX_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_BYTES_MAX_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_BYTES_MAX_FIELD_NUMBER: _ClassVar[int]
    lease_ttl_min: _duration_pb2.Duration
    lease_ttl_default: _duration_pb2.Duration
    lease_ttl_max: _duration_pb2.Duration
    lifetime_max: _duration_pb2.Duration
    batch_items_max: int
    session_window_max: int
    message_bytes_max: int
    observation_bytes_max: int
    def __init__(self, lease_ttl_min: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., lease_ttl_default: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., lease_ttl_max: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., lifetime_max: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., batch_items_max: _Optional[int] = ..., session_window_max: _Optional[int] = ..., message_bytes_max: _Optional[int] = ..., observation_bytes_max: _Optional[int] = ...) -> None: ...

class ListTasksRequest(_message.Message):
    __slots__ = ("filter", "page_size", "page_token")
    FILTER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    filter: _common_pb2.TaskFilter
    page_size: int
    page_token: str
    def __init__(self, filter: _Optional[_Union[_common_pb2.TaskFilter, _Mapping]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTasksResponse(_message.Message):
    __slots__ = ("tasks", "next_page_token", "total", "catalogue_digest")
    TASKS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    tasks: _containers.RepeatedCompositeFieldContainer[_common_pb2.Task]
    next_page_token: str
    total: int
    catalogue_digest: str
    def __init__(self, tasks: _Optional[_Iterable[_Union[_common_pb2.Task, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., total: _Optional[int] = ..., catalogue_digest: _Optional[str] = ...) -> None: ...

class SampleTasksRequest(_message.Message):
    __slots__ = ("filter", "sampler", "n", "repeats")
    FILTER_FIELD_NUMBER: _ClassVar[int]
    SAMPLER_FIELD_NUMBER: _ClassVar[int]
    N_FIELD_NUMBER: _ClassVar[int]
    REPEATS_FIELD_NUMBER: _ClassVar[int]
    filter: _common_pb2.TaskFilter
    sampler: _common_pb2.Sampler
    n: int
    repeats: int
    def __init__(self, filter: _Optional[_Union[_common_pb2.TaskFilter, _Mapping]] = ..., sampler: _Optional[_Union[_common_pb2.Sampler, _Mapping]] = ..., n: _Optional[int] = ..., repeats: _Optional[int] = ...) -> None: ...

class SampleTasksResponse(_message.Message):
    __slots__ = ("draws", "cursor", "seed")
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    draws: _containers.RepeatedCompositeFieldContainer[Draw]
    cursor: str
    seed: int
    def __init__(self, draws: _Optional[_Iterable[_Union[Draw, _Mapping]]] = ..., cursor: _Optional[str] = ..., seed: _Optional[int] = ...) -> None: ...

class Draw(_message.Message):
    __slots__ = ("task_uri", "seed", "group_id", "probability")
    TASK_URI_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    GROUP_ID_FIELD_NUMBER: _ClassVar[int]
    PROBABILITY_FIELD_NUMBER: _ClassVar[int]
    task_uri: str
    seed: int
    group_id: str
    probability: float
    def __init__(self, task_uri: _Optional[str] = ..., seed: _Optional[int] = ..., group_id: _Optional[str] = ..., probability: _Optional[float] = ...) -> None: ...

class GetAgentAccessRequest(_message.Message):
    __slots__ = ("episode_id",)
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    def __init__(self, episode_id: _Optional[str] = ...) -> None: ...

class GetKubeconfigRequest(_message.Message):
    __slots__ = ("episode_id",)
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    def __init__(self, episode_id: _Optional[str] = ...) -> None: ...

class Kubeconfig(_message.Message):
    __slots__ = ("kubeconfig", "kube_api_url", "token")
    KUBECONFIG_FIELD_NUMBER: _ClassVar[int]
    KUBE_API_URL_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    kubeconfig: str
    kube_api_url: str
    token: str
    def __init__(self, kubeconfig: _Optional[str] = ..., kube_api_url: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class ResetRequest(_message.Message):
    __slots__ = ("episode_id", "task", "seed", "limits", "lease_ttl", "group_id", "reward_profile", "views", "admission", "close_token", "replaces_episode_id", "backend", "tool_profile", "agent_access", "labels", "options_json", "reward_weights", "time_limit", "lead_time")
    class LabelsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class RewardWeightsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: float
        def __init__(self, key: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    TASK_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    LEASE_TTL_FIELD_NUMBER: _ClassVar[int]
    GROUP_ID_FIELD_NUMBER: _ClassVar[int]
    REWARD_PROFILE_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    ADMISSION_FIELD_NUMBER: _ClassVar[int]
    CLOSE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    REPLACES_EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    BACKEND_FIELD_NUMBER: _ClassVar[int]
    TOOL_PROFILE_FIELD_NUMBER: _ClassVar[int]
    AGENT_ACCESS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    REWARD_WEIGHTS_FIELD_NUMBER: _ClassVar[int]
    TIME_LIMIT_FIELD_NUMBER: _ClassVar[int]
    LEAD_TIME_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    task: _common_pb2.TaskSelector
    seed: int
    limits: _common_pb2.Limits
    lease_ttl: _duration_pb2.Duration
    group_id: str
    reward_profile: str
    views: _containers.RepeatedCompositeFieldContainer[_common_pb2.ViewRequest]
    admission: Admission
    close_token: bytes
    replaces_episode_id: str
    backend: _common_pb2.Backend
    tool_profile: str
    agent_access: AgentAccessRequest
    labels: _containers.ScalarMap[str, str]
    options_json: str
    reward_weights: _containers.ScalarMap[str, float]
    time_limit: str
    lead_time: _duration_pb2.Duration
    def __init__(self, episode_id: _Optional[str] = ..., task: _Optional[_Union[_common_pb2.TaskSelector, _Mapping]] = ..., seed: _Optional[int] = ..., limits: _Optional[_Union[_common_pb2.Limits, _Mapping]] = ..., lease_ttl: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., group_id: _Optional[str] = ..., reward_profile: _Optional[str] = ..., views: _Optional[_Iterable[_Union[_common_pb2.ViewRequest, _Mapping]]] = ..., admission: _Optional[_Union[Admission, _Mapping]] = ..., close_token: _Optional[bytes] = ..., replaces_episode_id: _Optional[str] = ..., backend: _Optional[_Union[_common_pb2.Backend, str]] = ..., tool_profile: _Optional[str] = ..., agent_access: _Optional[_Union[AgentAccessRequest, _Mapping]] = ..., labels: _Optional[_Mapping[str, str]] = ..., options_json: _Optional[str] = ..., reward_weights: _Optional[_Mapping[str, float]] = ..., time_limit: _Optional[str] = ..., lead_time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Admission(_message.Message):
    __slots__ = ("mode", "queue_timeout", "priority")
    class Mode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        MODE_UNSPECIFIED: _ClassVar[Admission.Mode]
        MODE_WAIT: _ClassVar[Admission.Mode]
        MODE_FAIL_FAST: _ClassVar[Admission.Mode]
        MODE_DEFER: _ClassVar[Admission.Mode]
    MODE_UNSPECIFIED: Admission.Mode
    MODE_WAIT: Admission.Mode
    MODE_FAIL_FAST: Admission.Mode
    MODE_DEFER: Admission.Mode
    MODE_FIELD_NUMBER: _ClassVar[int]
    QUEUE_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    mode: Admission.Mode
    queue_timeout: _duration_pb2.Duration
    priority: int
    def __init__(self, mode: _Optional[_Union[Admission.Mode, str]] = ..., queue_timeout: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., priority: _Optional[int] = ...) -> None: ...

class AgentAccessRequest(_message.Message):
    __slots__ = ("mcp", "kube_api", "telemetry")
    MCP_FIELD_NUMBER: _ClassVar[int]
    KUBE_API_FIELD_NUMBER: _ClassVar[int]
    TELEMETRY_FIELD_NUMBER: _ClassVar[int]
    mcp: bool
    kube_api: bool
    telemetry: bool
    def __init__(self, mcp: bool = ..., kube_api: bool = ..., telemetry: bool = ...) -> None: ...

class AgentAccess(_message.Message):
    __slots__ = ("mcp_url", "kube_api_url", "token", "expires_at", "prometheus_url", "loki_url", "jaeger_url", "kubeconfig")
    MCP_URL_FIELD_NUMBER: _ClassVar[int]
    KUBE_API_URL_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    PROMETHEUS_URL_FIELD_NUMBER: _ClassVar[int]
    LOKI_URL_FIELD_NUMBER: _ClassVar[int]
    JAEGER_URL_FIELD_NUMBER: _ClassVar[int]
    KUBECONFIG_FIELD_NUMBER: _ClassVar[int]
    mcp_url: str
    kube_api_url: str
    token: str
    expires_at: _timestamp_pb2.Timestamp
    prometheus_url: str
    loki_url: str
    jaeger_url: str
    kubeconfig: str
    def __init__(self, mcp_url: _Optional[str] = ..., kube_api_url: _Optional[str] = ..., token: _Optional[str] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., prometheus_url: _Optional[str] = ..., loki_url: _Optional[str] = ..., jaeger_url: _Optional[str] = ..., kubeconfig: _Optional[str] = ...) -> None: ...

class ResetResponse(_message.Message):
    __slots__ = ("episode", "task", "observation", "tools", "effective_seed", "lease_expires_at", "limits", "state_digest", "queue_position", "agent_access", "residue", "replayed")
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    TASK_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    EFFECTIVE_SEED_FIELD_NUMBER: _ClassVar[int]
    LEASE_EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    STATE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    QUEUE_POSITION_FIELD_NUMBER: _ClassVar[int]
    AGENT_ACCESS_FIELD_NUMBER: _ClassVar[int]
    RESIDUE_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    episode: _common_pb2.Episode
    task: _common_pb2.Task
    observation: _common_pb2.Observation
    tools: _containers.RepeatedCompositeFieldContainer[_common_pb2.ToolSpec]
    effective_seed: int
    lease_expires_at: _timestamp_pb2.Timestamp
    limits: _common_pb2.Limits
    state_digest: str
    queue_position: int
    agent_access: AgentAccess
    residue: _containers.RepeatedScalarFieldContainer[str]
    replayed: bool
    def __init__(self, episode: _Optional[_Union[_common_pb2.Episode, _Mapping]] = ..., task: _Optional[_Union[_common_pb2.Task, _Mapping]] = ..., observation: _Optional[_Union[_common_pb2.Observation, _Mapping]] = ..., tools: _Optional[_Iterable[_Union[_common_pb2.ToolSpec, _Mapping]]] = ..., effective_seed: _Optional[int] = ..., lease_expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., limits: _Optional[_Union[_common_pb2.Limits, _Mapping]] = ..., state_digest: _Optional[str] = ..., queue_position: _Optional[int] = ..., agent_access: _Optional[_Union[AgentAccess, _Mapping]] = ..., residue: _Optional[_Iterable[str]] = ..., replayed: bool = ...) -> None: ...

class StepRequest(_message.Message):
    __slots__ = ("episode_id", "step_index", "actions", "views", "timeout")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    STEP_INDEX_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    step_index: int
    actions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Action]
    views: _containers.RepeatedCompositeFieldContainer[_common_pb2.ViewRequest]
    timeout: _duration_pb2.Duration
    def __init__(self, episode_id: _Optional[str] = ..., step_index: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[_common_pb2.Action, _Mapping]]] = ..., views: _Optional[_Iterable[_Union[_common_pb2.ViewRequest, _Mapping]]] = ..., timeout: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class StepResponse(_message.Message):
    __slots__ = ("episode_id", "step_index", "observation", "results", "reward", "ending", "allowed_tools", "allowed_tools_changed", "state_digest", "timing", "info_json", "lease_expires_at", "replayed")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    STEP_INDEX_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_TOOLS_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_TOOLS_CHANGED_FIELD_NUMBER: _ClassVar[int]
    STATE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    TIMING_FIELD_NUMBER: _ClassVar[int]
    INFO_JSON_FIELD_NUMBER: _ClassVar[int]
    LEASE_EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    step_index: int
    observation: _common_pb2.Observation
    results: _containers.RepeatedCompositeFieldContainer[_common_pb2.ActionResult]
    reward: _common_pb2.RewardReport
    ending: _common_pb2.Ending
    allowed_tools: _containers.RepeatedScalarFieldContainer[str]
    allowed_tools_changed: bool
    state_digest: str
    timing: StepTiming
    info_json: str
    lease_expires_at: _timestamp_pb2.Timestamp
    replayed: bool
    def __init__(self, episode_id: _Optional[str] = ..., step_index: _Optional[int] = ..., observation: _Optional[_Union[_common_pb2.Observation, _Mapping]] = ..., results: _Optional[_Iterable[_Union[_common_pb2.ActionResult, _Mapping]]] = ..., reward: _Optional[_Union[_common_pb2.RewardReport, _Mapping]] = ..., ending: _Optional[_Union[_common_pb2.Ending, _Mapping]] = ..., allowed_tools: _Optional[_Iterable[str]] = ..., allowed_tools_changed: bool = ..., state_digest: _Optional[str] = ..., timing: _Optional[_Union[StepTiming, _Mapping]] = ..., info_json: _Optional[str] = ..., lease_expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., replayed: bool = ...) -> None: ...

class StepTiming(_message.Message):
    __slots__ = ("queue", "exec", "observe", "reward", "total")
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    EXEC_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    queue: _duration_pb2.Duration
    exec: _duration_pb2.Duration
    observe: _duration_pb2.Duration
    reward: _duration_pb2.Duration
    total: _duration_pb2.Duration
    def __init__(self, queue: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., exec: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., observe: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., reward: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., total: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class ObserveRequest(_message.Message):
    __slots__ = ("episode_id", "views")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    views: _containers.RepeatedCompositeFieldContainer[_common_pb2.ViewRequest]
    def __init__(self, episode_id: _Optional[str] = ..., views: _Optional[_Iterable[_Union[_common_pb2.ViewRequest, _Mapping]]] = ...) -> None: ...

class ObserveResponse(_message.Message):
    __slots__ = ("observation", "state_digest", "lease_expires_at", "ending")
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    STATE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    LEASE_EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    observation: _common_pb2.Observation
    state_digest: str
    lease_expires_at: _timestamp_pb2.Timestamp
    ending: _common_pb2.Ending
    def __init__(self, observation: _Optional[_Union[_common_pb2.Observation, _Mapping]] = ..., state_digest: _Optional[str] = ..., lease_expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., ending: _Optional[_Union[_common_pb2.Ending, _Mapping]] = ...) -> None: ...

class RewardRequest(_message.Message):
    __slots__ = ("episode_id", "finalize", "explain", "judge")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    FINALIZE_FIELD_NUMBER: _ClassVar[int]
    EXPLAIN_FIELD_NUMBER: _ClassVar[int]
    JUDGE_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    finalize: bool
    explain: bool
    judge: bool
    def __init__(self, episode_id: _Optional[str] = ..., finalize: bool = ..., explain: bool = ..., judge: bool = ...) -> None: ...

class RewardResponse(_message.Message):
    __slots__ = ("report", "ending", "final", "explanation_json")
    REPORT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_JSON_FIELD_NUMBER: _ClassVar[int]
    report: _common_pb2.RewardReport
    ending: _common_pb2.Ending
    final: bool
    explanation_json: str
    def __init__(self, report: _Optional[_Union[_common_pb2.RewardReport, _Mapping]] = ..., ending: _Optional[_Union[_common_pb2.Ending, _Mapping]] = ..., final: bool = ..., explanation_json: _Optional[str] = ...) -> None: ...

class HeartbeatRequest(_message.Message):
    __slots__ = ("episode_ids", "lease_ttl")
    EPISODE_IDS_FIELD_NUMBER: _ClassVar[int]
    LEASE_TTL_FIELD_NUMBER: _ClassVar[int]
    episode_ids: _containers.RepeatedScalarFieldContainer[str]
    lease_ttl: _duration_pb2.Duration
    def __init__(self, episode_ids: _Optional[_Iterable[str]] = ..., lease_ttl: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class HeartbeatResponse(_message.Message):
    __slots__ = ("leases", "server_state", "server_time")
    LEASES_FIELD_NUMBER: _ClassVar[int]
    SERVER_STATE_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    leases: _containers.RepeatedCompositeFieldContainer[LeaseState]
    server_state: ServerInfo.State
    server_time: _timestamp_pb2.Timestamp
    def __init__(self, leases: _Optional[_Iterable[_Union[LeaseState, _Mapping]]] = ..., server_state: _Optional[_Union[ServerInfo.State, str]] = ..., server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class LeaseState(_message.Message):
    __slots__ = ("episode_id", "state", "lease_expires_at", "ending")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    LEASE_EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    state: _common_pb2.EpisodeState
    lease_expires_at: _timestamp_pb2.Timestamp
    ending: _common_pb2.Ending
    def __init__(self, episode_id: _Optional[str] = ..., state: _Optional[_Union[_common_pb2.EpisodeState, str]] = ..., lease_expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., ending: _Optional[_Union[_common_pb2.Ending, _Mapping]] = ...) -> None: ...

class CloseRequest(_message.Message):
    __slots__ = ("episode_id", "close_token", "reason")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    CLOSE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    close_token: bytes
    reason: str
    def __init__(self, episode_id: _Optional[str] = ..., close_token: _Optional[bytes] = ..., reason: _Optional[str] = ...) -> None: ...

class CloseResponse(_message.Message):
    __slots__ = ("outcome", "ending", "trajectory_id")
    class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        OUTCOME_UNSPECIFIED: _ClassVar[CloseResponse.Outcome]
        OUTCOME_CLOSED: _ClassVar[CloseResponse.Outcome]
        OUTCOME_ALREADY_CLOSED: _ClassVar[CloseResponse.Outcome]
        OUTCOME_RELEASE_FAILED: _ClassVar[CloseResponse.Outcome]
        OUTCOME_NEVER_STARTED: _ClassVar[CloseResponse.Outcome]
    OUTCOME_UNSPECIFIED: CloseResponse.Outcome
    OUTCOME_CLOSED: CloseResponse.Outcome
    OUTCOME_ALREADY_CLOSED: CloseResponse.Outcome
    OUTCOME_RELEASE_FAILED: CloseResponse.Outcome
    OUTCOME_NEVER_STARTED: CloseResponse.Outcome
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    TRAJECTORY_ID_FIELD_NUMBER: _ClassVar[int]
    outcome: CloseResponse.Outcome
    ending: _common_pb2.Ending
    trajectory_id: str
    def __init__(self, outcome: _Optional[_Union[CloseResponse.Outcome, str]] = ..., ending: _Optional[_Union[_common_pb2.Ending, _Mapping]] = ..., trajectory_id: _Optional[str] = ...) -> None: ...

class ResetBatchRequest(_message.Message):
    __slots__ = ("items", "group", "min_ready", "max_wait")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    MIN_READY_FIELD_NUMBER: _ClassVar[int]
    MAX_WAIT_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ResetRequest]
    group: ResetGroup
    min_ready: int
    max_wait: _duration_pb2.Duration
    def __init__(self, items: _Optional[_Iterable[_Union[ResetRequest, _Mapping]]] = ..., group: _Optional[_Union[ResetGroup, _Mapping]] = ..., min_ready: _Optional[int] = ..., max_wait: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class ResetGroup(_message.Message):
    __slots__ = ("template", "episode_ids")
    TEMPLATE_FIELD_NUMBER: _ClassVar[int]
    EPISODE_IDS_FIELD_NUMBER: _ClassVar[int]
    template: ResetRequest
    episode_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, template: _Optional[_Union[ResetRequest, _Mapping]] = ..., episode_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class ResetBatchResponse(_message.Message):
    __slots__ = ("items", "group_state_digest", "group_equal")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    GROUP_STATE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    GROUP_EQUAL_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ResetBatchItem]
    group_state_digest: str
    group_equal: bool
    def __init__(self, items: _Optional[_Iterable[_Union[ResetBatchItem, _Mapping]]] = ..., group_state_digest: _Optional[str] = ..., group_equal: bool = ...) -> None: ...

class ResetBatchItem(_message.Message):
    __slots__ = ("index", "response", "status", "pending")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    index: int
    response: ResetResponse
    status: _status_pb2.Status
    pending: bool
    def __init__(self, index: _Optional[int] = ..., response: _Optional[_Union[ResetResponse, _Mapping]] = ..., status: _Optional[_Union[_status_pb2.Status, _Mapping]] = ..., pending: bool = ...) -> None: ...

class StepBatchRequest(_message.Message):
    __slots__ = ("items", "min_ready", "max_wait")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MIN_READY_FIELD_NUMBER: _ClassVar[int]
    MAX_WAIT_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[StepRequest]
    min_ready: int
    max_wait: _duration_pb2.Duration
    def __init__(self, items: _Optional[_Iterable[_Union[StepRequest, _Mapping]]] = ..., min_ready: _Optional[int] = ..., max_wait: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class StepBatchResponse(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[StepBatchItem]
    def __init__(self, items: _Optional[_Iterable[_Union[StepBatchItem, _Mapping]]] = ...) -> None: ...

class StepBatchItem(_message.Message):
    __slots__ = ("index", "response", "status", "pending")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    index: int
    response: StepResponse
    status: _status_pb2.Status
    pending: bool
    def __init__(self, index: _Optional[int] = ..., response: _Optional[_Union[StepResponse, _Mapping]] = ..., status: _Optional[_Union[_status_pb2.Status, _Mapping]] = ..., pending: bool = ...) -> None: ...

class ForkRequest(_message.Message):
    __slots__ = ("episode_id", "child_episode_ids", "at_step_index", "lease_ttl", "group_id", "reseed", "method")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    CHILD_EPISODE_IDS_FIELD_NUMBER: _ClassVar[int]
    AT_STEP_INDEX_FIELD_NUMBER: _ClassVar[int]
    LEASE_TTL_FIELD_NUMBER: _ClassVar[int]
    GROUP_ID_FIELD_NUMBER: _ClassVar[int]
    RESEED_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    child_episode_ids: _containers.RepeatedScalarFieldContainer[str]
    at_step_index: int
    lease_ttl: _duration_pb2.Duration
    group_id: str
    reseed: int
    method: ForkMethod
    def __init__(self, episode_id: _Optional[str] = ..., child_episode_ids: _Optional[_Iterable[str]] = ..., at_step_index: _Optional[int] = ..., lease_ttl: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., group_id: _Optional[str] = ..., reseed: _Optional[int] = ..., method: _Optional[_Union[ForkMethod, str]] = ...) -> None: ...

class ForkResponse(_message.Message):
    __slots__ = ("children",)
    CHILDREN_FIELD_NUMBER: _ClassVar[int]
    children: _containers.RepeatedCompositeFieldContainer[ForkChild]
    def __init__(self, children: _Optional[_Iterable[_Union[ForkChild, _Mapping]]] = ...) -> None: ...

class ForkChild(_message.Message):
    __slots__ = ("episode", "state_digest", "method", "replayed_steps", "verified", "status")
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    STATE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_STEPS_FIELD_NUMBER: _ClassVar[int]
    VERIFIED_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    episode: _common_pb2.Episode
    state_digest: str
    method: ForkMethod
    replayed_steps: int
    verified: bool
    status: _status_pb2.Status
    def __init__(self, episode: _Optional[_Union[_common_pb2.Episode, _Mapping]] = ..., state_digest: _Optional[str] = ..., method: _Optional[_Union[ForkMethod, str]] = ..., replayed_steps: _Optional[int] = ..., verified: bool = ..., status: _Optional[_Union[_status_pb2.Status, _Mapping]] = ...) -> None: ...

class ValidateRequest(_message.Message):
    __slots__ = ("episode_id", "trajectory_id", "trajectory_json", "repeats", "reward_rel_tolerance", "checks", "stop_at_first")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    TRAJECTORY_ID_FIELD_NUMBER: _ClassVar[int]
    TRAJECTORY_JSON_FIELD_NUMBER: _ClassVar[int]
    REPEATS_FIELD_NUMBER: _ClassVar[int]
    REWARD_REL_TOLERANCE_FIELD_NUMBER: _ClassVar[int]
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    STOP_AT_FIRST_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    trajectory_id: str
    trajectory_json: str
    repeats: int
    reward_rel_tolerance: float
    checks: _containers.RepeatedScalarFieldContainer[ValidateCheck]
    stop_at_first: bool
    def __init__(self, episode_id: _Optional[str] = ..., trajectory_id: _Optional[str] = ..., trajectory_json: _Optional[str] = ..., repeats: _Optional[int] = ..., reward_rel_tolerance: _Optional[float] = ..., checks: _Optional[_Iterable[_Union[ValidateCheck, str]]] = ..., stop_at_first: bool = ...) -> None: ...

class ValidateReport(_message.Message):
    __slots__ = ("ok", "actions_replay_failed", "reward_validated", "reward_validation_failed", "semantics_validated", "semantics_validation_failed", "first_divergence", "divergences", "walltime", "errors", "build_match")
    OK_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_REPLAY_FAILED_FIELD_NUMBER: _ClassVar[int]
    REWARD_VALIDATED_FIELD_NUMBER: _ClassVar[int]
    REWARD_VALIDATION_FAILED_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_VALIDATED_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_VALIDATION_FAILED_FIELD_NUMBER: _ClassVar[int]
    FIRST_DIVERGENCE_FIELD_NUMBER: _ClassVar[int]
    DIVERGENCES_FIELD_NUMBER: _ClassVar[int]
    WALLTIME_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    BUILD_MATCH_FIELD_NUMBER: _ClassVar[int]
    ok: bool
    actions_replay_failed: bool
    reward_validated: bool
    reward_validation_failed: bool
    semantics_validated: bool
    semantics_validation_failed: bool
    first_divergence: Divergence
    divergences: _containers.RepeatedCompositeFieldContainer[Divergence]
    walltime: _duration_pb2.Duration
    errors: _containers.RepeatedCompositeFieldContainer[ValidateError]
    build_match: bool
    def __init__(self, ok: bool = ..., actions_replay_failed: bool = ..., reward_validated: bool = ..., reward_validation_failed: bool = ..., semantics_validated: bool = ..., semantics_validation_failed: bool = ..., first_divergence: _Optional[_Union[Divergence, _Mapping]] = ..., divergences: _Optional[_Iterable[_Union[Divergence, _Mapping]]] = ..., walltime: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., errors: _Optional[_Iterable[_Union[ValidateError, _Mapping]]] = ..., build_match: bool = ...) -> None: ...

class Divergence(_message.Message):
    __slots__ = ("step_index", "virtual_time", "view", "expected_digest", "got_digest")
    STEP_INDEX_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_TIME_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_DIGEST_FIELD_NUMBER: _ClassVar[int]
    GOT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    step_index: int
    virtual_time: _duration_pb2.Duration
    view: str
    expected_digest: str
    got_digest: str
    def __init__(self, step_index: _Optional[int] = ..., virtual_time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., view: _Optional[str] = ..., expected_digest: _Optional[str] = ..., got_digest: _Optional[str] = ...) -> None: ...

class ValidateError(_message.Message):
    __slots__ = ("type", "data")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    type: str
    data: str
    def __init__(self, type: _Optional[str] = ..., data: _Optional[str] = ...) -> None: ...

class ClientFrame(_message.Message):
    __slots__ = ("request_id", "hello", "reset", "step", "observe", "reward", "heartbeat", "close", "fork", "cancel")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    HELLO_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    FORK_FIELD_NUMBER: _ClassVar[int]
    CANCEL_FIELD_NUMBER: _ClassVar[int]
    request_id: int
    hello: SessionHello
    reset: ResetRequest
    step: StepRequest
    observe: ObserveRequest
    reward: RewardRequest
    heartbeat: HeartbeatRequest
    close: CloseRequest
    fork: ForkRequest
    cancel: SessionCancel
    def __init__(self, request_id: _Optional[int] = ..., hello: _Optional[_Union[SessionHello, _Mapping]] = ..., reset: _Optional[_Union[ResetRequest, _Mapping]] = ..., step: _Optional[_Union[StepRequest, _Mapping]] = ..., observe: _Optional[_Union[ObserveRequest, _Mapping]] = ..., reward: _Optional[_Union[RewardRequest, _Mapping]] = ..., heartbeat: _Optional[_Union[HeartbeatRequest, _Mapping]] = ..., close: _Optional[_Union[CloseRequest, _Mapping]] = ..., fork: _Optional[_Union[ForkRequest, _Mapping]] = ..., cancel: _Optional[_Union[SessionCancel, _Mapping]] = ...) -> None: ...

class SessionHello(_message.Message):
    __slots__ = ("client", "close_on_disconnect", "window")
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    CLOSE_ON_DISCONNECT_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    client: str
    close_on_disconnect: bool
    window: int
    def __init__(self, client: _Optional[str] = ..., close_on_disconnect: bool = ..., window: _Optional[int] = ...) -> None: ...

class SessionCancel(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: int
    def __init__(self, request_id: _Optional[int] = ...) -> None: ...

class ServerFrame(_message.Message):
    __slots__ = ("request_id", "hello", "reset", "step", "observe", "reward", "heartbeat", "close", "fork", "error", "event")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    HELLO_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    FORK_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    request_id: int
    hello: SessionWelcome
    reset: ResetResponse
    step: StepResponse
    observe: ObserveResponse
    reward: RewardResponse
    heartbeat: HeartbeatResponse
    close: CloseResponse
    fork: ForkResponse
    error: _status_pb2.Status
    event: SessionEvent
    def __init__(self, request_id: _Optional[int] = ..., hello: _Optional[_Union[SessionWelcome, _Mapping]] = ..., reset: _Optional[_Union[ResetResponse, _Mapping]] = ..., step: _Optional[_Union[StepResponse, _Mapping]] = ..., observe: _Optional[_Union[ObserveResponse, _Mapping]] = ..., reward: _Optional[_Union[RewardResponse, _Mapping]] = ..., heartbeat: _Optional[_Union[HeartbeatResponse, _Mapping]] = ..., close: _Optional[_Union[CloseResponse, _Mapping]] = ..., fork: _Optional[_Union[ForkResponse, _Mapping]] = ..., error: _Optional[_Union[_status_pb2.Status, _Mapping]] = ..., event: _Optional[_Union[SessionEvent, _Mapping]] = ...) -> None: ...

class SessionWelcome(_message.Message):
    __slots__ = ("session_id", "window")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    window: int
    def __init__(self, session_id: _Optional[str] = ..., window: _Optional[int] = ...) -> None: ...

class SessionEvent(_message.Message):
    __slots__ = ("kind", "episode_id", "deadline")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[SessionEvent.Kind]
        KIND_EPISODE_READY: _ClassVar[SessionEvent.Kind]
        KIND_EPISODE_ENDED: _ClassVar[SessionEvent.Kind]
        KIND_LEASE_WARNING: _ClassVar[SessionEvent.Kind]
        KIND_QUEUE_UPDATE: _ClassVar[SessionEvent.Kind]
        KIND_DRAIN: _ClassVar[SessionEvent.Kind]
    KIND_UNSPECIFIED: SessionEvent.Kind
    KIND_EPISODE_READY: SessionEvent.Kind
    KIND_EPISODE_ENDED: SessionEvent.Kind
    KIND_LEASE_WARNING: SessionEvent.Kind
    KIND_QUEUE_UPDATE: SessionEvent.Kind
    KIND_DRAIN: SessionEvent.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    kind: SessionEvent.Kind
    episode_id: str
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, kind: _Optional[_Union[SessionEvent.Kind, str]] = ..., episode_id: _Optional[str] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...
