"""The ACR122U on a model of PC/SC at the boundary of pyscard's modules."""

from __future__ import annotations

import sys

import pytest

from companion.hal.acr122u import Acr122u
from companion.hal.clock import VirtualClock
from companion.hal.events import DeviceBack, DeviceLost, Event, TagLaid, TagLifted
from companion.hal.polled import PolledReader
from tests.models.pcsc import PcscModel

ACR, OTHER = "ACS ACR122U PICC Interface 00 00", "Broadcom Contacted SmartCard 00 00"
FOUR, SEVEN = bytes.fromhex("B70C04E1"), bytes.fromhex("04A1B2C3D4E5F6")


class Desk:
    """The reader on virtual time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *names: str, port: str = "auto") -> None:
        self.clock, self.pcsc = VirtualClock(), PcscModel(*names)
        self.pcsc.install(monkeypatch)
        self.heard: list[Event] = []
        self.reader = PolledReader(self.clock, "cards", "cards", Acr122u(port))
        self.reader.start(self.heard.append)
        self.start = self.wait(0.2)

    def wait(self, seconds: float) -> list[Event]:
        """Let time pass; what was told meanwhile."""
        self.heard.clear()
        self.clock.advance(seconds)
        return list(self.heard)


@pytest.mark.case("RF-O11")
def test_laid_changed_and_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, OTHER, ACR)
    desk.pcsc.uid = FOUR + b"\x5e"  # with the check byte that some firmware counts as part of it
    assert desk.wait(5) == [TagLaid("B70C04E1", "cards")]
    desk.pcsc.uid = SEVEN
    assert desk.wait(5) == [TagLifted("B70C04E1", "cards"), TagLaid(SEVEN.hex().upper(), "cards")]
    desk.pcsc.uid = None
    assert desk.wait(0.5) == [TagLifted(SEVEN.hex().upper(), "cards")]
    assert desk.pcsc.open_cards == 0


@pytest.mark.case("RF-O2")
def test_a_torn_answer_lifts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, ACR)
    desk.pcsc.uid = FOUR
    desk.wait(1)
    desk.pcsc.torn = 2
    assert desk.wait(2) == []
    assert desk.reader.bad_reads == 2


def test_what_shows_no_number_is_no_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, ACR)
    desk.pcsc.uid, desk.pcsc.status = FOUR, [0x63, 0x00]
    assert desk.wait(5) == []


def test_unplugged_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, ACR)
    desk.pcsc.uid = FOUR
    desk.wait(1)
    desk.pcsc.names = [OTHER]
    lifted, lost = desk.wait(0.5)
    assert lifted == TagLifted("B70C04E1", "cards")
    assert isinstance(lost, DeviceLost)
    asked = desk.pcsc.asked
    assert desk.wait(30) == []
    assert desk.pcsc.asked - asked < 15, "no busy loop"
    desk.pcsc.names = [OTHER, ACR]
    assert desk.wait(5) == [DeviceBack("cards"), TagLaid("B70C04E1", "cards")]


def test_which_reader_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for names, port, found in (
        ((OTHER, ACR), "auto", True),
        ((OTHER,), "auto", True),
        ((), "auto", False),
        ((OTHER, ACR), "ACR122U", True),
        ((OTHER,), "ACR122U", False),
    ):
        desk = Desk(monkeypatch, *names, port=port)
        assert (desk.start == []) == found


def test_two_that_look_for_themselves_take_two_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    PcscModel(OTHER, ACR).install(monkeypatch)
    taken: set[str] = set()
    chips = [Acr122u("auto", taken) for _ in range(3)]
    assert [chip.open() is None for chip in chips] == [True, True, False]
    assert taken == {OTHER, ACR}
    assert [chip.open() is None for chip in chips] == [True, True, False], "the same again"


def test_the_service_and_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, ACR)
    for code, words in ((-2146435043, "apt install pcscd"), (-2146434966, "scripts/install")):
        desk.pcsc.fault = code
        [lost] = desk.wait(1)
        assert isinstance(lost, DeviceLost)
        assert words in str(lost.reason)
        desk.pcsc.fault = None
        assert desk.wait(5) == [DeviceBack("cards")]


def test_without_pyscard_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smartcard", None)
    assert "companion[readers]" in str(Acr122u().open())


def test_the_real_pyscard_raises_what_the_model_raises() -> None:
    exceptions = pytest.importorskip("smartcard.Exceptions")
    pcsc = pytest.importorskip("smartcard.pcsc.PCSCExceptions")
    assert issubclass(exceptions.NoCardException, exceptions.SmartcardException)
    assert issubclass(exceptions.CardConnectionException, exceptions.SmartcardException)
    assert issubclass(pcsc.EstablishContextException, pcsc.BaseSCardException)
    assert pcsc.EstablishContextException(-2146435043).hresult & 0xFFFFFFFF == 0x8010001D
    assert exceptions.NoCardException("no", hresult=5).hresult == 5
