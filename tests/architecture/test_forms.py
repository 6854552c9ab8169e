"""Every form of the web says in place what failed, and keeps what was typed until it is sent."""

import re

from tests.architecture.source.imports import ROOT

SOURCE = ROOT / "web" / "src"
WITHOUT_DRAFT = {
    "auth/reset/ForgotPassword.tsx": "a guest's, with nothing but an address",
    "auth/reset/ResetForm.tsx": "passwords alone",
    "auth/sign-in/ResendMail.tsx": "a guest's, with nothing but an address",
    "auth/sign-in/TwoStepForm.tsx": "a code alone",
    "postback/SecretPanel.tsx": "a password alone",
    "security/PasswordPanel.tsx": "passwords alone",
    "security/TwoStepSetup.tsx": "a code alone",
    "social-login/ConnectForm.tsx": "a password and a code alone",
    "ui/confirm/lazy/ImpersonateModal.tsx": "opens somebody's account: a reason left over from another is no reason",
    "ui/confirm/lazy/PasswordModal.tsx": "a password alone",
}


def forms() -> dict[str, str]:
    """The files with a form that is one call, and their sources."""
    files = [file for folder in ("features", "ui") for file in (SOURCE / folder).rglob("*.tsx")]
    sources = {
        str(file.relative_to(SOURCE)).removeprefix("features/"): file.read_text() for file in files
    }
    return {name: text for name, text in sources.items() if "useCallForm(" in text}


def test_every_form_says_in_place_why_it_could_not_be_sent() -> None:
    found = forms()
    assert len(found) > 30
    assert [name for name, text in found.items() if "<FormNote text={failure}" not in text] == []


def test_every_form_keeps_a_draft_under_its_account() -> None:
    drafts = {
        name: re.search(r"^ +draft: (.*),$", text, re.MULTILINE) for name, text in forms().items()
    }
    assert {name for name, draft in drafts.items() if draft is None} == WITHOUT_DRAFT.keys()
    assert [name for name, draft in drafts.items() if draft and not of_account(draft[1])] == []


def of_account(name: str) -> bool:
    """Whether the name of a draft holds the account's uid."""
    return re.search(r"\$\{(user\.uid|uid|network)\}", name) is not None


def test_a_draft_of_anybody_is_seen() -> None:
    """The control."""
    assert of_account("`case ${uid} reply ${caseId}`")
    assert not of_account("`case ${caseId}`")
