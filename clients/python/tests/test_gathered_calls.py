import asyncio

from kubedrill.gathered_calls import GatheredCalls


def test_calls_that_are_gathered_are_played_together_in_their_order():
    played = []

    async def play(calls):
        played.append([(call.name, call.arguments) for call in calls])
        return [{"content": call.name.upper()} for call in calls]

    async def two_turns():
        gathered = GatheredCalls(play)
        first = await asyncio.gather(gathered.call("a", "1"), gathered.call("b", "2"))
        return [*first, await gathered.call("c", "3")]

    assert asyncio.run(two_turns()) == ["A", "B", "C"]
    assert played == [[("a", "1"), ("b", "2")], [("c", "3")]]
