"""Two browsers agree: a march is taken back, and what that gives away is said."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Welcome
from tests.web.playing import PHONE, WAIT
from tests.web.test_for_everybody import audit

pytestmark = pytest.mark.friends
expect.set_options(timeout=1000 * WAIT)  # a limit, as elsewhere


def test_a_march_is_taken_back_when_both_agree(welcome: Welcome) -> None:
    french = welcome("french")
    allied = welcome("allied", size=PHONE, has_touch=True)
    french.begin({"french": "Me", "allied": "Open seat"})
    french.wait_until("the invitation is there", lambda seen: bool(seen["card"]))
    (link,) = french.invitations().values()
    allied.join(link)
    french.wait_for_turn()
    french.march()
    french.press("People")
    french.page.locator("[data-act=ask-back]").click()
    question = allied.page.locator(".people .ask", has=allied.page.locator("[data-act=agree-back]"))
    expect(question).to_contain_text("What was seen stays seen")
    audit(allied, "a question on a phone")
    question.locator("[data-act=agree-back]").click()
    expect(french.page.locator("[data-act=ask-back]")).to_have_count(1)
    french.wait_until(
        "the march is gone", lambda seen: all(one["act"] != "undo" for one in seen["actions"])
    )
    french.wait_for_turn()
