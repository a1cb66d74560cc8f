import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Backend(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BACKEND_UNSPECIFIED: _ClassVar[Backend]
    BACKEND_SIM: _ClassVar[Backend]
    BACKEND_NAMESPACES: _ClassVar[Backend]
    BACKEND_KIND: _ClassVar[Backend]

class Determinism(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DETERMINISM_UNSPECIFIED: _ClassVar[Determinism]
    DETERMINISM_EXACT: _ClassVar[Determinism]
    DETERMINISM_STRUCTURAL: _ClassVar[Determinism]
    DETERMINISM_NONE: _ClassVar[Determinism]

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_GOAL_REACHED: _ClassVar[EndReason]
    END_REASON_AGENT_SUBMITTED: _ClassVar[EndReason]
    END_REASON_AGENT_STOPPED: _ClassVar[EndReason]
    END_REASON_UNRECOVERABLE: _ClassVar[EndReason]
    END_REASON_SAFETY_STOP: _ClassVar[EndReason]
    END_REASON_MAX_STEPS: _ClassVar[EndReason]
    END_REASON_VIRTUAL_TIME: _ClassVar[EndReason]
    END_REASON_WALL_CLOCK: _ClassVar[EndReason]
    END_REASON_STEP_TIMEOUT: _ClassVar[EndReason]
    END_REASON_INVALID_ACTION_LIMIT: _ClassVar[EndReason]
    END_REASON_CLIENT_CLOSED: _ClassVar[EndReason]
    END_REASON_LEASE_EXPIRED: _ClassVar[EndReason]
    END_REASON_EVICTED: _ClassVar[EndReason]
    END_REASON_SERVER_DRAINED: _ClassVar[EndReason]
    END_REASON_ENV_ERROR: _ClassVar[EndReason]
    END_REASON_SLOT_LOST: _ClassVar[EndReason]
    END_REASON_ORACLE_ERROR: _ClassVar[EndReason]

class Blame(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BLAME_UNSPECIFIED: _ClassVar[Blame]
    BLAME_POLICY: _ClassVar[Blame]
    BLAME_WORLD: _ClassVar[Blame]
    BLAME_INFRASTRUCTURE: _ClassVar[Blame]
    BLAME_CLIENT: _ClassVar[Blame]
    BLAME_OPERATOR: _ClassVar[Blame]

class EpisodeState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EPISODE_STATE_UNSPECIFIED: _ClassVar[EpisodeState]
    EPISODE_STATE_QUEUED: _ClassVar[EpisodeState]
    EPISODE_STATE_RUNNING: _ClassVar[EpisodeState]
    EPISODE_STATE_ENDED: _ClassVar[EpisodeState]
    EPISODE_STATE_CLOSED: _ClassVar[EpisodeState]
BACKEND_UNSPECIFIED: Backend
BACKEND_SIM: Backend
BACKEND_NAMESPACES: Backend
BACKEND_KIND: Backend
DETERMINISM_UNSPECIFIED: Determinism
DETERMINISM_EXACT: Determinism
DETERMINISM_STRUCTURAL: Determinism
DETERMINISM_NONE: Determinism
END_REASON_UNSPECIFIED: EndReason
END_REASON_GOAL_REACHED: EndReason
END_REASON_AGENT_SUBMITTED: EndReason
END_REASON_AGENT_STOPPED: EndReason
END_REASON_UNRECOVERABLE: EndReason
END_REASON_SAFETY_STOP: EndReason
END_REASON_MAX_STEPS: EndReason
END_REASON_VIRTUAL_TIME: EndReason
END_REASON_WALL_CLOCK: EndReason
END_REASON_STEP_TIMEOUT: EndReason
END_REASON_INVALID_ACTION_LIMIT: EndReason
END_REASON_CLIENT_CLOSED: EndReason
END_REASON_LEASE_EXPIRED: EndReason
END_REASON_EVICTED: EndReason
END_REASON_SERVER_DRAINED: EndReason
END_REASON_ENV_ERROR: EndReason
END_REASON_SLOT_LOST: EndReason
END_REASON_ORACLE_ERROR: EndReason
BLAME_UNSPECIFIED: Blame
BLAME_POLICY: Blame
BLAME_WORLD: Blame
BLAME_INFRASTRUCTURE: Blame
BLAME_CLIENT: Blame
BLAME_OPERATOR: Blame
EPISODE_STATE_UNSPECIFIED: EpisodeState
EPISODE_STATE_QUEUED: EpisodeState
EPISODE_STATE_RUNNING: EpisodeState
EPISODE_STATE_ENDED: EpisodeState
EPISODE_STATE_CLOSED: EpisodeState

class TaskSelector(_message.Message):
    __slots__ = ("task_uri", "draw")
    TASK_URI_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    task_uri: str
    draw: TaskDraw
    def __init__(self, task_uri: _Optional[str] = ..., draw: _Optional[_Union[TaskDraw, _Mapping]] = ...) -> None: ...

class TaskDraw(_message.Message):
    __slots__ = ("filter", "sampler")
    FILTER_FIELD_NUMBER: _ClassVar[int]
    SAMPLER_FIELD_NUMBER: _ClassVar[int]
    filter: TaskFilter
    sampler: Sampler
    def __init__(self, filter: _Optional[_Union[TaskFilter, _Mapping]] = ..., sampler: _Optional[_Union[Sampler, _Mapping]] = ...) -> None: ...

class TaskFilter(_message.Message):
    __slots__ = ("splits", "tags_all", "tags_none", "difficulty_min", "difficulty_max", "backend", "problem_ids")
    SPLITS_FIELD_NUMBER: _ClassVar[int]
    TAGS_ALL_FIELD_NUMBER: _ClassVar[int]
    TAGS_NONE_FIELD_NUMBER: _ClassVar[int]
    DIFFICULTY_MIN_FIELD_NUMBER: _ClassVar[int]
    DIFFICULTY_MAX_FIELD_NUMBER: _ClassVar[int]
    BACKEND_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_IDS_FIELD_NUMBER: _ClassVar[int]
    splits: _containers.RepeatedScalarFieldContainer[str]
    tags_all: _containers.RepeatedScalarFieldContainer[str]
    tags_none: _containers.RepeatedScalarFieldContainer[str]
    difficulty_min: int
    difficulty_max: int
    backend: Backend
    problem_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, splits: _Optional[_Iterable[str]] = ..., tags_all: _Optional[_Iterable[str]] = ..., tags_none: _Optional[_Iterable[str]] = ..., difficulty_min: _Optional[int] = ..., difficulty_max: _Optional[int] = ..., backend: _Optional[_Union[Backend, str]] = ..., problem_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class Sampler(_message.Message):
    __slots__ = ("kind", "seed", "cursor", "weights", "curriculum_id")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[Sampler.Kind]
        KIND_UNIFORM: _ClassVar[Sampler.Kind]
        KIND_SHUFFLED: _ClassVar[Sampler.Kind]
        KIND_SEQUENTIAL: _ClassVar[Sampler.Kind]
        KIND_WEIGHTED: _ClassVar[Sampler.Kind]
        KIND_CURRICULUM: _ClassVar[Sampler.Kind]
        KIND_BALANCED: _ClassVar[Sampler.Kind]
    KIND_UNSPECIFIED: Sampler.Kind
    KIND_UNIFORM: Sampler.Kind
    KIND_SHUFFLED: Sampler.Kind
    KIND_SEQUENTIAL: Sampler.Kind
    KIND_WEIGHTED: Sampler.Kind
    KIND_CURRICULUM: Sampler.Kind
    KIND_BALANCED: Sampler.Kind
    class WeightsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: float
        def __init__(self, key: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    WEIGHTS_FIELD_NUMBER: _ClassVar[int]
    CURRICULUM_ID_FIELD_NUMBER: _ClassVar[int]
    kind: Sampler.Kind
    seed: int
    cursor: str
    weights: _containers.ScalarMap[str, float]
    curriculum_id: str
    def __init__(self, kind: _Optional[_Union[Sampler.Kind, str]] = ..., seed: _Optional[int] = ..., cursor: _Optional[str] = ..., weights: _Optional[_Mapping[str, float]] = ..., curriculum_id: _Optional[str] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("max_steps", "max_virtual_time", "max_wall_clock", "step_timeout", "max_step_timeouts", "max_invalid_actions", "max_observation_bytes", "step_latency")
    MAX_STEPS_FIELD_NUMBER: _ClassVar[int]
    MAX_VIRTUAL_TIME_FIELD_NUMBER: _ClassVar[int]
    MAX_WALL_CLOCK_FIELD_NUMBER: _ClassVar[int]
    STEP_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    MAX_STEP_TIMEOUTS_FIELD_NUMBER: _ClassVar[int]
    MAX_INVALID_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    MAX_OBSERVATION_BYTES_FIELD_NUMBER: _ClassVar[int]
    STEP_LATENCY_FIELD_NUMBER: _ClassVar[int]
    max_steps: int
    max_virtual_time: _duration_pb2.Duration
    max_wall_clock: _duration_pb2.Duration
    step_timeout: _duration_pb2.Duration
    max_step_timeouts: int
    max_invalid_actions: int
    max_observation_bytes: int
    step_latency: _duration_pb2.Duration
    def __init__(self, max_steps: _Optional[int] = ..., max_virtual_time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., max_wall_clock: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., step_timeout: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., max_step_timeouts: _Optional[int] = ..., max_invalid_actions: _Optional[int] = ..., max_observation_bytes: _Optional[int] = ..., step_latency: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class ViewRequest(_message.Message):
    __slots__ = ("name", "max_bytes", "params_json")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MAX_BYTES_FIELD_NUMBER: _ClassVar[int]
    PARAMS_JSON_FIELD_NUMBER: _ClassVar[int]
    name: str
    max_bytes: int
    params_json: str
    def __init__(self, name: _Optional[str] = ..., max_bytes: _Optional[int] = ..., params_json: _Optional[str] = ...) -> None: ...

class ViewSpec(_message.Message):
    __slots__ = ("name", "media_type", "schema_json", "deterministic", "agent_visible", "default_json")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_JSON_FIELD_NUMBER: _ClassVar[int]
    DETERMINISTIC_FIELD_NUMBER: _ClassVar[int]
    AGENT_VISIBLE_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_JSON_FIELD_NUMBER: _ClassVar[int]
    name: str
    media_type: str
    schema_json: str
    deterministic: bool
    agent_visible: bool
    default_json: str
    def __init__(self, name: _Optional[str] = ..., media_type: _Optional[str] = ..., schema_json: _Optional[str] = ..., deterministic: bool = ..., agent_visible: bool = ..., default_json: _Optional[str] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("views", "step_index", "virtual_time", "steps_left", "virtual_time_left")
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    STEP_INDEX_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_TIME_FIELD_NUMBER: _ClassVar[int]
    STEPS_LEFT_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_TIME_LEFT_FIELD_NUMBER: _ClassVar[int]
    views: _containers.RepeatedCompositeFieldContainer[ObservationView]
    step_index: int
    virtual_time: _duration_pb2.Duration
    steps_left: int
    virtual_time_left: _duration_pb2.Duration
    def __init__(self, views: _Optional[_Iterable[_Union[ObservationView, _Mapping]]] = ..., step_index: _Optional[int] = ..., virtual_time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., steps_left: _Optional[int] = ..., virtual_time_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class ObservationView(_message.Message):
    __slots__ = ("name", "media_type", "text", "json", "tensor", "blob", "truncated", "original_bytes", "digest")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    BLOB_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    ORIGINAL_BYTES_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    name: str
    media_type: str
    text: str
    json: str
    tensor: Tensor
    blob: bytes
    truncated: bool
    original_bytes: int
    digest: str
    def __init__(self, name: _Optional[str] = ..., media_type: _Optional[str] = ..., text: _Optional[str] = ..., json: _Optional[str] = ..., tensor: _Optional[_Union[Tensor, _Mapping]] = ..., blob: _Optional[bytes] = ..., truncated: bool = ..., original_bytes: _Optional[int] = ..., digest: _Optional[str] = ...) -> None: ...

class Tensor(_message.Message):
    __slots__ = ("dtype", "shape", "data")
    DTYPE_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    dtype: str
    shape: _containers.RepeatedScalarFieldContainer[int]
    data: bytes
    def __init__(self, dtype: _Optional[str] = ..., shape: _Optional[_Iterable[int]] = ..., data: _Optional[bytes] = ...) -> None: ...

class ToolSpec(_message.Message):
    __slots__ = ("name", "description", "input_schema_json", "mutating", "content_max_bytes")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    INPUT_SCHEMA_JSON_FIELD_NUMBER: _ClassVar[int]
    MUTATING_FIELD_NUMBER: _ClassVar[int]
    CONTENT_MAX_BYTES_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    input_schema_json: str
    mutating: bool
    content_max_bytes: int
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., input_schema_json: _Optional[str] = ..., mutating: bool = ..., content_max_bytes: _Optional[int] = ...) -> None: ...

class ToolCall(_message.Message):
    __slots__ = ("name", "arguments_json")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_JSON_FIELD_NUMBER: _ClassVar[int]
    name: str
    arguments_json: str
    def __init__(self, name: _Optional[str] = ..., arguments_json: _Optional[str] = ...) -> None: ...

class DiscreteAction(_message.Message):
    __slots__ = ("indices",)
    INDICES_FIELD_NUMBER: _ClassVar[int]
    indices: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, indices: _Optional[_Iterable[int]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("call_id", "tool_call", "text", "discrete", "wait", "timeout", "behavior_logprob")
    CALL_ID_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALL_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    DISCRETE_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    BEHAVIOR_LOGPROB_FIELD_NUMBER: _ClassVar[int]
    call_id: str
    tool_call: ToolCall
    text: str
    discrete: DiscreteAction
    wait: _duration_pb2.Duration
    timeout: _duration_pb2.Duration
    behavior_logprob: float
    def __init__(self, call_id: _Optional[str] = ..., tool_call: _Optional[_Union[ToolCall, _Mapping]] = ..., text: _Optional[str] = ..., discrete: _Optional[_Union[DiscreteAction, _Mapping]] = ..., wait: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., timeout: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., behavior_logprob: _Optional[float] = ...) -> None: ...

class ActionResult(_message.Message):
    __slots__ = ("call_id", "status", "content", "error_code", "had_effect", "truncated", "virtual_cost", "wall_cost")
    class Status(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        STATUS_UNSPECIFIED: _ClassVar[ActionResult.Status]
        STATUS_OK: _ClassVar[ActionResult.Status]
        STATUS_TOOL_ERROR: _ClassVar[ActionResult.Status]
        STATUS_INVALID: _ClassVar[ActionResult.Status]
        STATUS_DENIED: _ClassVar[ActionResult.Status]
        STATUS_TIMEOUT: _ClassVar[ActionResult.Status]
        STATUS_SKIPPED: _ClassVar[ActionResult.Status]
    STATUS_UNSPECIFIED: ActionResult.Status
    STATUS_OK: ActionResult.Status
    STATUS_TOOL_ERROR: ActionResult.Status
    STATUS_INVALID: ActionResult.Status
    STATUS_DENIED: ActionResult.Status
    STATUS_TIMEOUT: ActionResult.Status
    STATUS_SKIPPED: ActionResult.Status
    CALL_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    HAD_EFFECT_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_COST_FIELD_NUMBER: _ClassVar[int]
    WALL_COST_FIELD_NUMBER: _ClassVar[int]
    call_id: str
    status: ActionResult.Status
    content: str
    error_code: str
    had_effect: bool
    truncated: bool
    virtual_cost: _duration_pb2.Duration
    wall_cost: _duration_pb2.Duration
    def __init__(self, call_id: _Optional[str] = ..., status: _Optional[_Union[ActionResult.Status, str]] = ..., content: _Optional[str] = ..., error_code: _Optional[str] = ..., had_effect: bool = ..., truncated: bool = ..., virtual_cost: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., wall_cost: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class RewardComponent(_message.Message):
    __slots__ = ("name", "value", "weight", "contribution", "status", "kind", "detail")
    class Status(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        STATUS_UNSPECIFIED: _ClassVar[RewardComponent.Status]
        STATUS_SCORED: _ClassVar[RewardComponent.Status]
        STATUS_SKIPPED: _ClassVar[RewardComponent.Status]
        STATUS_FAILED: _ClassVar[RewardComponent.Status]
    STATUS_UNSPECIFIED: RewardComponent.Status
    STATUS_SCORED: RewardComponent.Status
    STATUS_SKIPPED: RewardComponent.Status
    STATUS_FAILED: RewardComponent.Status
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[RewardComponent.Kind]
        KIND_TERMINAL: _ClassVar[RewardComponent.Kind]
        KIND_PENALTY: _ClassVar[RewardComponent.Kind]
        KIND_METRIC: _ClassVar[RewardComponent.Kind]
    KIND_UNSPECIFIED: RewardComponent.Kind
    KIND_TERMINAL: RewardComponent.Kind
    KIND_PENALTY: RewardComponent.Kind
    KIND_METRIC: RewardComponent.Kind
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTION_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: float
    weight: float
    contribution: float
    status: RewardComponent.Status
    kind: RewardComponent.Kind
    detail: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[float] = ..., weight: _Optional[float] = ..., contribution: _Optional[float] = ..., status: _Optional[_Union[RewardComponent.Status, str]] = ..., kind: _Optional[_Union[RewardComponent.Kind, str]] = ..., detail: _Optional[str] = ...) -> None: ...

class RewardReport(_message.Message):
    __slots__ = ("reward", "components", "return_so_far", "profile", "profile_digest")
    REWARD_FIELD_NUMBER: _ClassVar[int]
    COMPONENTS_FIELD_NUMBER: _ClassVar[int]
    RETURN_SO_FAR_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    PROFILE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    reward: float
    components: _containers.RepeatedCompositeFieldContainer[RewardComponent]
    return_so_far: float
    profile: str
    profile_digest: str
    def __init__(self, reward: _Optional[float] = ..., components: _Optional[_Iterable[_Union[RewardComponent, _Mapping]]] = ..., return_so_far: _Optional[float] = ..., profile: _Optional[str] = ..., profile_digest: _Optional[str] = ...) -> None: ...

class Ending(_message.Message):
    __slots__ = ("terminated", "truncated", "end_reason", "sample_valid", "success", "blame", "failure_reason")
    TERMINATED_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    END_REASON_FIELD_NUMBER: _ClassVar[int]
    SAMPLE_VALID_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    BLAME_FIELD_NUMBER: _ClassVar[int]
    FAILURE_REASON_FIELD_NUMBER: _ClassVar[int]
    terminated: bool
    truncated: bool
    end_reason: EndReason
    sample_valid: bool
    success: bool
    blame: Blame
    failure_reason: str
    def __init__(self, terminated: bool = ..., truncated: bool = ..., end_reason: _Optional[_Union[EndReason, str]] = ..., sample_valid: bool = ..., success: bool = ..., blame: _Optional[_Union[Blame, str]] = ..., failure_reason: _Optional[str] = ...) -> None: ...

class Spoilers(_message.Message):
    __slots__ = ("uri", "title", "tags")
    URI_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    uri: str
    title: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, uri: _Optional[str] = ..., title: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ...) -> None: ...

class Task(_message.Message):
    __slots__ = ("public_id", "split", "difficulty", "backends", "instruction", "digest", "tool_profile", "limits", "cost_class", "spoilers")
    PUBLIC_ID_FIELD_NUMBER: _ClassVar[int]
    SPLIT_FIELD_NUMBER: _ClassVar[int]
    DIFFICULTY_FIELD_NUMBER: _ClassVar[int]
    BACKENDS_FIELD_NUMBER: _ClassVar[int]
    INSTRUCTION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    TOOL_PROFILE_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    COST_CLASS_FIELD_NUMBER: _ClassVar[int]
    SPOILERS_FIELD_NUMBER: _ClassVar[int]
    public_id: str
    split: str
    difficulty: int
    backends: _containers.RepeatedScalarFieldContainer[Backend]
    instruction: str
    digest: str
    tool_profile: str
    limits: Limits
    cost_class: str
    spoilers: Spoilers
    def __init__(self, public_id: _Optional[str] = ..., split: _Optional[str] = ..., difficulty: _Optional[int] = ..., backends: _Optional[_Iterable[_Union[Backend, str]]] = ..., instruction: _Optional[str] = ..., digest: _Optional[str] = ..., tool_profile: _Optional[str] = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., cost_class: _Optional[str] = ..., spoilers: _Optional[_Union[Spoilers, _Mapping]] = ...) -> None: ...

class Episode(_message.Message):
    __slots__ = ("episode_id", "state", "group_id", "backend", "slot_id", "build_digest", "next_step_index", "created_at", "task_public_id")
    EPISODE_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    GROUP_ID_FIELD_NUMBER: _ClassVar[int]
    BACKEND_FIELD_NUMBER: _ClassVar[int]
    SLOT_ID_FIELD_NUMBER: _ClassVar[int]
    BUILD_DIGEST_FIELD_NUMBER: _ClassVar[int]
    NEXT_STEP_INDEX_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    TASK_PUBLIC_ID_FIELD_NUMBER: _ClassVar[int]
    episode_id: str
    state: EpisodeState
    group_id: str
    backend: Backend
    slot_id: str
    build_digest: str
    next_step_index: int
    created_at: _timestamp_pb2.Timestamp
    task_public_id: str
    def __init__(self, episode_id: _Optional[str] = ..., state: _Optional[_Union[EpisodeState, str]] = ..., group_id: _Optional[str] = ..., backend: _Optional[_Union[Backend, str]] = ..., slot_id: _Optional[str] = ..., build_digest: _Optional[str] = ..., next_step_index: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., task_public_id: _Optional[str] = ...) -> None: ...
