from kubedrill.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GenerateTrajectoriesRequest(_message.Message):
    __slots__ = ("filter", "sampler", "episodes", "policies", "repeats", "format", "offset", "reward_profile", "max_steps", "advantages", "reference")
    FILTER_FIELD_NUMBER: _ClassVar[int]
    SAMPLER_FIELD_NUMBER: _ClassVar[int]
    EPISODES_FIELD_NUMBER: _ClassVar[int]
    POLICIES_FIELD_NUMBER: _ClassVar[int]
    REPEATS_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    REWARD_PROFILE_FIELD_NUMBER: _ClassVar[int]
    MAX_STEPS_FIELD_NUMBER: _ClassVar[int]
    ADVANTAGES_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    filter: _common_pb2.TaskFilter
    sampler: _common_pb2.Sampler
    episodes: int
    policies: _containers.RepeatedScalarFieldContainer[str]
    repeats: int
    format: str
    offset: int
    reward_profile: str
    max_steps: int
    advantages: int
    reference: str
    def __init__(self, filter: _Optional[_Union[_common_pb2.TaskFilter, _Mapping]] = ..., sampler: _Optional[_Union[_common_pb2.Sampler, _Mapping]] = ..., episodes: _Optional[int] = ..., policies: _Optional[_Iterable[str]] = ..., repeats: _Optional[int] = ..., format: _Optional[str] = ..., offset: _Optional[int] = ..., reward_profile: _Optional[str] = ..., max_steps: _Optional[int] = ..., advantages: _Optional[int] = ..., reference: _Optional[str] = ...) -> None: ...

class GenerateTrajectoriesResponse(_message.Message):
    __slots__ = ("row_json", "split", "next_offset")
    ROW_JSON_FIELD_NUMBER: _ClassVar[int]
    SPLIT_FIELD_NUMBER: _ClassVar[int]
    NEXT_OFFSET_FIELD_NUMBER: _ClassVar[int]
    row_json: str
    split: str
    next_offset: int
    def __init__(self, row_json: _Optional[str] = ..., split: _Optional[str] = ..., next_offset: _Optional[int] = ...) -> None: ...
