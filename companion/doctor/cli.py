"""`companion doctor`: what works, what is missing, what to do; exit code 1 if something is wrong."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from companion.engine.text import Text, render, say
from companion.hal.buses import library
from companion.hal.guide import steps as guide_steps
from companion.hal.settings import DeviceSettings, ReaderSettings
from companion.journal import places
from companion.library.config import config_files, load_config
from companion.library.faults import Faulty
from companion.service.settings import Settings
from companion.words import here

from . import bundle
from .checks import LOOKING, scan_bus
from .findings import Finding, bad, ok
from .machine import Machine
from .patient import Patient
from .trial import TRIALS, Trial


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--step", type=click.IntRange(1), help="The checks of one step of building the box.")
@click.option(
    "--try", "tries", is_flag=True, help="Try display, buttons, knob, lamps, buzzer and reader, too."
)
@click.option("--watch", is_flag=True, help="Show what the devices report, live, until Ctrl-C.")
@click.option(
    "--bundle", "archive", type=click.Path(path_type=Path, dir_okay=False), help="Write a support file."
)
@click.pass_context
def doctor(
    ctx: click.Context, as_json: bool, step: int | None, tries: bool, watch: bool, archive: Path | None
) -> None:
    """Look at this machine: what works, what is missing, what to do.

    One finding a line, its fix below. Works when the service does not start. Stop the service before devices
    are tried: pins and ports belong to one program.
    """
    found: list[Finding] = []
    devices, home, shown = _settings(ctx, found)
    patient = Patient(Machine(), devices, home, scan_bus)
    if watch:
        ctx.exit(_watch(devices))
    names = _names(step, tries)
    for name in names:
        if name in LOOKING:
            found += LOOKING[name](patient)
    if not as_json:
        for finding in found:
            _print(finding)
    trials = [name for name in names if name in TRIALS]
    if trials:
        can = tuple(reader for reader in devices.readers if _has_library(reader, patient.machine))
        found += _try(replace(devices, readers=can), trials, quiet=as_json)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode([_plain(finding) for finding in found])).decode())
    if archive is not None:
        _write(archive, found, shown)
    ctx.exit(1 if any(finding.state == "bad" for finding in found) else 0)


def _settings(ctx: click.Context, found: list[Finding]) -> tuple[DeviceSettings, Path, str]:
    """The settings in force; the defaults, and a finding each fault, if they are faulty."""
    explicit = ctx.meta.get("companion.config")
    try:
        config = load_config(Settings, explicit)
    except Faulty as faulty:
        found += [
            bad("settings", fault.told, say("Mend the file; until then the defaults are looked at."))
            for fault in faulty.faults
        ]
        return DeviceSettings(), places.home(""), ""
    read = [str(file) for file in config_files(explicit) if file.exists()]
    found.append(
        ok("settings", say("read from {files}", files=read))
        if read
        else ok(
            "settings", say("no file, so the defaults: {files}", files=[*map(str, config_files(explicit))])
        )
    )
    settings = config.value
    return (
        settings.devices,
        places.home(settings.home),
        msgspec.yaml.encode(msgspec.to_builtins(settings)).decode(),
    )


def _names(step: int | None, tries: bool) -> list[str]:
    """The checks to make."""
    if step is None:
        return [*LOOKING, *(TRIALS if tries else ())]
    for one in guide_steps():
        if one.step == step:
            click.echo(
                here(say("Step {n}: {title}. {done}", n=one.step, title=Text(one.title), done=Text(one.done)))
            )
            return list(one.checks)
    last = guide_steps()[-1].step
    raise click.UsageError(here(say("There is no step {n}: they go from 1 to {last}.", n=step, last=last)))


def _has_library(reader: ReaderSettings, machine: Machine) -> bool:
    """Whether a reader can be tried at all; if not, the check `libraries` says what is missing."""
    needed = library(reader)
    return needed is None or machine.has_module(needed[0])


def _print(finding: Finding) -> None:
    for line in finding.lines(here):
        click.echo(line)


def _plain(finding: Finding) -> dict[str, str]:
    return {
        "check": finding.check,
        "state": finding.state,
        "text": render(finding.text),
        "fix": render(finding.fix),
    }


def _try(devices: DeviceSettings, trials: list[str], quiet: bool) -> list[Finding]:
    """Try the real devices; what was found."""
    found: list[Finding] = []

    def told(finding: Finding) -> None:
        found.append(finding)
        if not quiet:
            _print(finding)

    async def run() -> None:
        from companion.hal.clock import LoopClock
        from companion.hal.from_config import build

        loop = asyncio.get_running_loop()
        over: asyncio.Future[None] = loop.create_future()
        clock = LoopClock(loop)
        ask = lambda text: click.echo(f"  >  {here(text)}", err=quiet)  # noqa: E731, one line says it
        Trial(clock, build(devices, clock), trials, ask, told, lambda: over.set_result(None)).start()
        await over

    asyncio.run(run())
    return found


def _watch(devices: DeviceSettings) -> int:
    """Print every event of the real devices until Ctrl-C."""

    async def run() -> None:
        from companion.hal.clock import LoopClock
        from companion.hal.from_config import build

        clock = LoopClock(asyncio.get_running_loop())
        parts = build(devices, clock)

        def heard(event: Any) -> None:
            click.echo(f"{clock.now():12.3f}  {msgspec.json.encode(event).decode()}")

        parts.start(heard)
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            parts.close()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        return 0
    return 0


def _write(archive: Path, found: list[Finding], settings: str) -> None:
    """Show what goes into the bundle, then write it."""
    machine = Machine()
    parts = {
        "findings.txt": bundle.joined(line for finding in found for line in finding.lines()),
        "settings.yaml": settings,
        "cpuinfo.txt": machine.read("/proc/cpuinfo") or "",
        "os-release.txt": machine.read("/etc/os-release") or "",
        "service.log": machine.run("journalctl", "-u", "companion", "-n", "300", "--no-pager") or "",
        "python.txt": sys.version,
    }
    for line in bundle.contents(parts):
        click.echo(line)
    try:
        bundle.write(archive, parts)
    except OSError as error:
        text = say("{file} cannot be written: {reason}", file=str(archive), reason=error.strerror or "")
        raise click.ClickException(here(text)) from None
    done = say("Written: {file}. Addresses, serial numbers and home folders are hidden.", file=str(archive))
    click.echo(here(done))
