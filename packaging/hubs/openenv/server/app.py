"""The environment as an application; the incidents are simulated in a process of its own beside it."""

import uvicorn
from kubedrill.openenv import app as create_app

SESSIONS_MAX = 64

app = create_app("embedded", sessions_max=SESSIONS_MAX)


def main() -> None:
    """Serve on the port that the manifest names."""
    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
