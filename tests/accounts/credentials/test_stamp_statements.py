"""Every statement that changes the credentials of an account renews its security stamp."""

import ast
import re

from tests.architecture.source.imports import files_with_statements

CREDENTIALS = re.compile(
    r"\b(password_hash|email|two_step_at|locked_at|new_password_due|closed_at) = (?!null, lock_reason)"
)
STAMP_OF_OTHERS = (
    "a stop renews the stamp of everybody it concerns (handlers/flows/accounts/guarded_changes.py)"
)
SAME_CREDENTIALS = {
    "rehash": "the same password",
    "unlock": "what a lock ended stays ended",
    "reopen": STAMP_OF_OTHERS,
    "restore": STAMP_OF_OTHERS,
    "_set_credentials": "the same, in another row of the same person",
    "_forget_credentials": "the row of a membership that has ended",
}


def test_every_statement_that_changes_credentials_renews_the_security_stamp() -> None:
    changing_ones, forgetful = 0, []
    for file in files_with_statements():
        for function in ast.walk(ast.parse(file.read_text())):
            if not isinstance(function, ast.AsyncFunctionDef) or function.name in SAME_CREDENTIALS:
                continue
            for node in ast.walk(function):
                if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                    continue
                update = re.search(r"update account\s+set(.*?)\bwhere\b", node.value, re.S)
                if update and CREDENTIALS.search(update[1]):
                    changing_ones += 1
                    if "security_stamp = security_stamp + 1" not in update[1]:
                        forgetful.append(f"{file.name}: {function.name}")
    assert (changing_ones, forgetful) == (11, [])
