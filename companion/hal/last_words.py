"""Why the program ended, carried from the service that ends to the picture after it.

Light enough to be imported anywhere. Must not know: displays, what the program is.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from companion.engine.text import Text, render, say

EXIT_CONFIG = 78
"""The exit status for settings that cannot be used, as in library.config."""
FAULT = "fault"
"""The file in the service's runtime folder with the first error, one line."""


def remember_fault(reason: Text | str, environ: Mapping[str, str] = os.environ) -> None:
    """Leave the reason why the program ends for the picture after it. The first one counts; outside the
    service, where there is no runtime folder, nothing happens."""
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if folder:
        try:
            with open(Path(folder, FAULT), "x", encoding="utf-8") as file:
                file.write(render(reason))
        except OSError:  # there already, or nowhere to write: the exit status still tells something
            return


def reason_of_stop(environ: Mapping[str, str] = os.environ) -> Text | None:
    """Why the service stopped, as systemd tells ExecStopPost; None after an ordinary stop."""
    result = environ.get("SERVICE_RESULT", "success")
    if result == "success":
        return None
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    try:
        fault = Path(folder, FAULT).read_text(encoding="utf-8").strip() if folder else ""
    except (OSError, UnicodeDecodeError):
        fault = ""
    if fault:
        return say("{reason}", reason=fault)
    if environ.get("EXIT_STATUS") == str(EXIT_CONFIG):
        return say("The settings cannot be used. Run: companion doctor")
    if result == "watchdog":
        return say("The program hung. It starts again at the same prompt.")
    if result == "oom-kill":
        return say("Memory ran out. It starts again at the same prompt.")
    return say("The program broke off. It starts again at the same prompt. Again and again? companion doctor")
