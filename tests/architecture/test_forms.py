"""Every form of the web shows its failure in place, and keeps its values until they are sent."""

import re

from tests.architecture.source.imports import ROOT

SOURCE = ROOT / "web" / "src"
WITHOUT_DRAFT = {
    "accounts/auth/reset/ForgotPassword.tsx": "a guest's, with nothing but an address",
    "accounts/auth/reset/ResetPassword.tsx": "passwords alone",
    "accounts/auth/sign-in/ResendMail.tsx": "a guest's, with nothing but an address",
    "accounts/auth/sign-in/TwoStepForm.tsx": "a code alone",
    "accounts/auth/join/JoinTeam.tsx": "a guest's, with a proposed name and a password",
    "accounts/team/RoleModal.tsx": "a role that may have changed meanwhile, and a password",
    "postbacks/SecretPanel.tsx": "a password alone",
    "accounts/security/passkeys/AddPasskeyModal.tsx": "a password alone",
    "accounts/security/PasswordPanel.tsx": "passwords alone",
    "accounts/security/TwoStepSetup.tsx": "a code alone",
    "accounts/social-login/ProviderCallback.tsx": "a password and a code alone",
    "ui/confirm/lazy/ImpersonateModal.tsx": "opens somebody's account: a reason left over from another is no reason",
    "accounts/apps/ConnectApp.tsx": "the answer to an app that asks now",
    "payments/methods/ConfirmModal.tsx": "an account to be typed anew, and a password",
    "ui/confirm/lazy/PasswordModal.tsx": "a password alone",
}


FORM = re.compile(r"\buse(?:Call|Reauth)Form\(")
SHOWN = re.compile(r"<FormNote text=\{failure\}|<Form\s+\{\.\.\.sending\}|\bfailure=\{failure\}")
"""A note of its own, or the form's frame, which has one."""


def calls(text: str) -> int:
    """How many forms a file has."""
    return len(FORM.findall(text))


def forms() -> dict[str, str]:
    """The files with a form that is one call, and their sources."""
    files = [file for folder in ("features", "ui") for file in (SOURCE / folder).rglob("*.tsx")]
    sources = {
        str(file.relative_to(SOURCE)).removeprefix("features/"): file.read_text() for file in files
    }
    return {name: text for name, text in sources.items() if FORM.search(text)}


def test_every_form_shows_its_failure_in_place() -> None:
    found = forms()
    assert len(found) > 30
    assert [name for name, text in found.items() if len(SHOWN.findall(text)) < calls(text)] == []


def test_form_component_shows_the_failure() -> None:
    assert "<FormNote text={failure} />" in (SOURCE / "ui/form/Form.tsx").read_text()


def test_no_source_file_of_the_web_has_two_forms() -> None:
    """Their drafts are looked for by file."""
    assert [name for name, text in forms().items() if calls(text) > 1] == []


def test_every_form_keeps_a_draft_under_its_account() -> None:
    drafts = {
        name: re.search(r"^ +(?:draft:|const draft =) (.*)[,;]$", text, re.MULTILINE)
        for name, text in forms().items()
    }
    assert {name for name, draft in drafts.items() if draft is None} == WITHOUT_DRAFT.keys()
    assert [name for name, draft in drafts.items() if draft and not of_account(draft[1])] == []


def of_account(name: str) -> bool:
    """Whether the name of a draft holds the account's uid."""
    return re.search(r"\$\{(user\.uid|uid|network)\}", name) is not None


def test_check_finds_a_form_draft_kept_without_its_account() -> None:
    """The control."""
    assert of_account("`case ${uid} reply ${caseId}`")
    assert not of_account("`case ${caseId}`")
