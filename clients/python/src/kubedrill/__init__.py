"""Client of kubedrill, the RL gym environment server for SRE agents.

``connect`` gives a blocking client, ``connect_aio`` an asyncio one; ``kubedrill.gym`` holds the Gymnasium environments.
"""

import os as _os

# grpc reads this when it is first imported: it lets a process that has used a channel fork and go on.
_os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "1")

from .actions import Action, kubectl, parse_action, text, tool, tool_json, wait
from .aio import AsyncClient, connect_aio
from .async_episode import AsyncEpisode
from .client import Client, connect
from .embedded import Server
from .episode import Episode
from .errors import EpisodeEnded, KubedrillError, SlotLost, unwrap
from .ids import mint_episode_id
from .make import make
from .replies import (
    ActionResult,
    AgentAccess,
    Component,
    Draw,
    Draws,
    DrawSpoilers,
    Ending,
    Observation,
    Reward,
    Start,
    StepResult,
    Task,
    Tool,
    ToolProfile,
    View,
)
from .requests import ResetOptions, Sampler, ViewRequest
from .target import EMBEDDED
from .trajectories import GeneratedRow, GenerateOptions

__all__ = [
    "EMBEDDED",
    "Action",
    "ActionResult",
    "AgentAccess",
    "AsyncClient",
    "AsyncEpisode",
    "Client",
    "Component",
    "Draw",
    "DrawSpoilers",
    "Draws",
    "Ending",
    "Episode",
    "EpisodeEnded",
    "GenerateOptions",
    "GeneratedRow",
    "KubedrillError",
    "Observation",
    "ResetOptions",
    "Reward",
    "Sampler",
    "Server",
    "SlotLost",
    "Start",
    "StepResult",
    "Task",
    "Tool",
    "ToolProfile",
    "View",
    "ViewRequest",
    "connect",
    "connect_aio",
    "kubectl",
    "make",
    "mint_episode_id",
    "parse_action",
    "text",
    "tool",
    "tool_json",
    "unwrap",
    "wait",
]
__version__ = "0.1.0"
