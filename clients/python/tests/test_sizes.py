"""Sizes that are announced hold, and those that cannot hold are refused."""

import pytest

import kubedrill


@pytest.mark.parametrize("limits", [{}, {"max_observation_bytes": 65536}])
def test_an_answer_is_as_long_as_its_tool_announces(client, task, limits):
    with client.reset(task, seed=1, limits=limits) as episode:
        announced = {tool.name: tool.content_max_bytes for tool in episode.tools}["kubectl"]
        assert announced == episode.limits["max_observation_bytes"] - 2048
        (result,) = episode.step("kubectl get all -A -o yaml").results
        assert result.truncated
        assert 0.7 * announced < len(result.content.encode()) <= announced  # cut at the end of a line


def test_more_than_any_episode_has_is_refused_with_the_most_that_there_is(client, task):
    with pytest.raises(kubedrill.KubedrillError, match=r"limits\.max_observation_bytes is 1048576; the most is 65536"):
        client.reset(task, limits={"max_observation_bytes": 1048576})
