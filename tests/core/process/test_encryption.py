"""A sealed text opens in its own row only, with any key that is still kept (trust.md T12)."""

import itertools
import random

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from rpc.security.encryption import AssociatedData, DecryptionError, Encryption, derive_key

OLD, NEW = "an old key of thirty-two bytes or so", "a newer key of thirty-two bytes or more"
HERE = AssociatedData("payment_method", "fields", "row-1", 100_001)


def test_encrypted_text_is_decrypted_with_its_associated_data() -> None:
    encryption = Encryption([OLD])
    for plain in ("", "GB29NWBK60161331926819", "ünï" * 1_000):
        assert encryption.open(encryption.seal(plain, HERE), HERE) == plain


def test_encrypted_texts_differ_and_hide_their_content() -> None:
    encryption = Encryption([OLD])
    made = {encryption.seal("GB29NWBK60161331926819", HERE) for _ in range(100)}
    assert len(made) == 100
    assert not any("GB29" in each or "6819" in each.split("|")[-1] for each in made)


@pytest.mark.parametrize(
    "associated_data",
    [
        HERE._replace(table="other"),
        HERE._replace(column="other"),
        HERE._replace(row="row-2"),
        HERE._replace(publisher_id=100_002),
    ],
)
def test_encrypted_text_is_not_decrypted_with_other_associated_data(
    associated_data: AssociatedData,
) -> None:
    encryption = Encryption([OLD])
    with pytest.raises(DecryptionError):
        encryption.open(encryption.seal("secret", HERE), associated_data)


def test_thousand_altered_encrypted_texts_are_not_decrypted() -> None:
    encryption, luck = Encryption([OLD]), random.Random(7)
    sealed = encryption.seal("account 12345678", HERE)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_|="
    tried = 0
    while tried < 1_000:
        at = luck.randrange(len(sealed))
        altered = sealed[:at] + luck.choice(letters) + sealed[at + 1 :]
        if altered == sealed:
            continue
        tried += 1
        with pytest.raises(DecryptionError):
            encryption.open(altered, HERE)


def test_text_encrypted_without_associated_data_would_be_decrypted_anywhere() -> None:
    """The control: sealed without its place, a text opens in any row."""
    shut = AESGCM(derive_key(OLD, "seal"))
    moved = shut.encrypt(bytes(12), b"account 12345678", None)
    assert shut.decrypt(bytes(12), moved, None) == b"account 12345678"


def test_thousand_encrypted_texts_swapped_between_rows_are_not_decrypted() -> None:
    encryption = Encryption([OLD])
    rows = [HERE._replace(row=f"row-{number}") for number in range(33)]  # 1,056 pairs
    sealed = [encryption.seal("secret", row) for row in rows]
    for text, row in itertools.permutations(range(33), 2):
        with pytest.raises(DecryptionError):
            encryption.open(sealed[text], rows[row])


def test_newest_key_encrypts_and_every_key_decrypts() -> None:
    before = Encryption([OLD]).seal("secret", HERE)
    both = Encryption([OLD, NEW])

    after = both.seal("secret", HERE)

    assert both.open(before, HERE) == both.open(after, HERE) == "secret"
    assert after.split("|")[1] == both.key_id != before.split("|")[1]
    assert Encryption([NEW]).open(after, HERE) == "secret"
    with pytest.raises(DecryptionError):
        Encryption([NEW]).open(before, HERE)


def test_blind_index_of_encrypted_texts_is_equal_for_equal_texts_only() -> None:
    one, two = Encryption([OLD]), Encryption([OLD, NEW])
    assert one.blind_index("a") == two.blind_index("a")[:1]
    assert len({*two.blind_index("a"), *two.blind_index("b")}) == 4
