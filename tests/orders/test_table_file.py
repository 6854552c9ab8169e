"""Files saved by shops and spreadsheets: encoding, delimiter, header line, decimal signs and dates."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from schema.core.table_file import (
    Encoding,
    FileFlaw,
    decode,
    find_encoding,
    find_layout,
    split_rows,
    text_lines,
)
from schema.orders.import_columns import propose_mapping
from schema.orders.import_dates import DateColumn, DateOrder, parse_time
from schema.orders.import_numbers import DecimalSign, NumberColumn, to_plain_number
from schema.orders.import_statuses import read_status

PLAIN = "id;Ort\n1;München\n2;Łódź\n"


def read(text: str, **options: object) -> list[tuple[int, list[str]]]:
    layout = find_layout(text, Encoding.UTF_8, **options)  # type: ignore[arg-type]
    return [*split_rows(text_lines(text), layout)]


class TestEncoding:
    @pytest.mark.parametrize(
        ("raw", "encoding", "text"),
        [
            (PLAIN.encode(), Encoding.UTF_8, PLAIN),
            (PLAIN.encode("utf-8-sig"), Encoding.UTF_8, PLAIN),
            (PLAIN.encode("utf-16"), Encoding.UTF_16_LE, PLAIN),
            (b"\xfe\xff" + PLAIN.encode("utf-16-be"), Encoding.UTF_16_BE, PLAIN),
            (PLAIN.encode("utf-16-le"), Encoding.UTF_16_LE, PLAIN),
            (PLAIN.encode("utf-16-be"), Encoding.UTF_16_BE, PLAIN),
            ("é;1 €\n".encode("cp1252"), Encoding.WINDOWS_1252, "é;1 €\n"),
            ("Größe;ñ\n".encode("latin-1"), Encoding.WINDOWS_1252, "Größe;ñ\n"),
            (b"", Encoding.UTF_8, ""),
        ],
    )
    def test_encoding_of_a_table_file_is_detected(
        self, raw: bytes, encoding: Encoding, text: str
    ) -> None:
        found = find_encoding(lambda: [raw], None)

        assert (found, decode(raw, found)) == (encoding, text)

    def test_encoding_is_detected_although_a_character_spans_two_chunks_of_the_file(self) -> None:
        raw = "aü".encode()

        assert find_encoding(lambda: [raw[:2], raw[2:]], None) is Encoding.UTF_8

    @pytest.mark.parametrize(
        ("raw", "says"),
        [
            ("Köln\n".encode() + b"K\xf6ln\n", r"line 2, byte 2 \(0xf6\) is not UTF-8, but other"),
            (b"a\nK\x8dln\n", r"line 2, byte 2 \(0x8d\) is neither UTF-8 nor Windows-1252"),
            (b"\xff\xfe\x00\x00a\x00\x00\x00", "UTF-32"),
        ],
    )
    def test_preview_asks_about_an_ambiguous_encoding(self, raw: bytes, says: str) -> None:
        with pytest.raises(FileFlaw, match=says):
            find_encoding(lambda: [raw], None)

    def test_chosen_encoding_is_used_without_a_byte_order_mark(self) -> None:
        chosen = Encoding.WINDOWS_1250

        assert find_encoding(lambda: ["Łódź".encode("cp1250")], chosen) is chosen
        assert find_encoding(lambda: [PLAIN.encode("utf-8-sig")], chosen) is Encoding.UTF_8


class TestLayout:
    @pytest.mark.parametrize(
        ("text", "delimiter", "line", "header"),
        [
            ("a,b\n1,2\n", ",", 1, ["a", "b"]),
            ("a;b\n1,50;2,50\n3,50;4,50\n", ";", 1, ["a", "b"]),
            ('"a;b;c","d"\n1,2\n3,4\n', ",", 1, ["a;b;c", "d"]),
            ('"a,b";"c,d,e"\n"1,2";"3"\n', ";", 1, ["a,b", "c,d,e"]),
            ("a\tb\n1;2;3\t4;5;6\n", "\t", 1, ["a", "b"]),
            ("a|b\n1|2\n", "|", 1, ["a", "b"]),
            ("sep=;\na;b\n1;2\n", ";", 2, ["a", "b"]),
            ("\ufeffsep=,\r\na,b\r\n1,2\r\n".removeprefix("\ufeff"), ",", 2, ["a", "b"]),
            ('"sep=|"\na|b\n1|2\n', "|", 2, ["a", "b"]),
            ("Orders of October\n\na,b,c\n1,2,3\n", ",", 3, ["a", "b", "c"]),
            (
                "Orders;;;\nfrom;1 Oct;;\n\na;b;c;d\n1;2;3;4\n5;6;7;8\n",
                ";",
                4,
                ["a", "b", "c", "d"],
            ),
            ('"Report x, y"\n"a\nb",c\n1,2\n', ",", 2, ["a\nb", "c"]),
            ("id,value\nA,1,x\nB,2\nC,3\n", ",", 1, ["id", "value"]),
            ("id,value,at\nA,1\n", ",", 1, ["id", "value", "at"]),
            ("id,value\nA,1,x\n", ",", 1, ["id", "value"]),
            ("id\nA\nB\n", ",", 1, ["id"]),
            ("a,b\r1,2\r", ",", 1, ["a", "b"]),
            ("a;b;\n1;2;\n", ";", 1, ["a", "b", "(column 3)"]),
        ],
    )
    def test_delimiter_and_header_line_of_a_table_file_are_detected(
        self, text: str, delimiter: str, line: int, header: list[str]
    ) -> None:
        layout = find_layout(text, Encoding.UTF_8)

        rows = [*split_rows(text_lines(text), layout)]

        assert (layout.delimiter, layout.header_line, rows[0]) == (delimiter, line, (line, header))

    def test_preview_asks_about_an_ambiguous_delimiter(self) -> None:
        with pytest.raises(FileFlaw, match="separated by ';' or ',': choose"):
            find_layout("a,x;b\n1,5;2\n", Encoding.UTF_8)

    def test_rows_have_the_line_numbers_of_the_file(self) -> None:
        text = 'Title\n\nid;note\n1;"two\nlines"\n;\n\n2;x\n  \n'

        assert read(text) == [(3, ["id", "note"]), (4, ["1", "two\nlines"]), (8, ["2", "x"])]

    def test_columns_of_a_file_that_share_a_name_are_numbered(self) -> None:
        assert read("id,Amount,Amount\n1,2,3\n")[0][1] == [
            "id", "Amount (column 2)", "Amount (column 3)",
        ]  # fmt: skip

    def test_given_delimiter_and_header_line_override_detection(self) -> None:
        text = "a,x;b\n1,5;2\n"

        assert read(text, delimiter=",", header_line=2) == [(2, ["1", "5;2"])]


class TestNumbers:
    @pytest.mark.parametrize(
        ("cells", "sign"),
        [
            (["1.50", "1,234"], DecimalSign.POINT),
            (["1,50", "1.234"], DecimalSign.COMMA),
            (["1.234.567", "12"], DecimalSign.COMMA),
            (["1,234,567"], DecimalSign.POINT),
            (["1 234,5"], DecimalSign.COMMA),
            (["1'234.50"], DecimalSign.POINT),
            (["12", "-3"], DecimalSign.POINT),
            (["0.500"], DecimalSign.POINT),
            (["0,500"], DecimalSign.COMMA),
            (["1234,567"], DecimalSign.COMMA),
            (["€ 5,00"], DecimalSign.COMMA),
            (["1.234"], None),
            (["1,234", "12"], None),
            (["1.50", "1,50"], None),
        ],
    )
    def test_decimal_sign_is_determined_from_all_rows(
        self, cells: list[str], sign: DecimalSign | None
    ) -> None:
        column = NumberColumn()
        for line, cell in enumerate(cells, 2):
            column.add(line, cell)

        assert column.sign is sign
        assert (column.question("Betrag") is None) == (sign is not None)

    @pytest.mark.parametrize(
        ("text", "sign", "plain"),
        [
            ("1.234,50 €", DecimalSign.COMMA, "1234.50"),
            ("EUR 1 234,5", DecimalSign.COMMA, "1234.5"),
            ("1\u202f234,50", DecimalSign.COMMA, "1234.50"),
            ("\N{MINUS SIGN}5,00", DecimalSign.COMMA, "-5.00"),
            (",5", DecimalSign.COMMA, "0.5"),
            ("1,234.50", DecimalSign.POINT, "1234.50"),
            ("12.", DecimalSign.POINT, "12"),
            ("1'234.50", DecimalSign.POINT, "1234.50"),
            ("12.50", DecimalSign.COMMA, None),
            ("12,50", DecimalSign.POINT, None),
            ("£12.50", DecimalSign.POINT, None),
            ("GBP 12.50", DecimalSign.POINT, None),
            ("12.50.00", DecimalSign.POINT, None),
            ("", DecimalSign.POINT, None),
            ("-", DecimalSign.POINT, None),
        ],
    )
    def test_number_in_a_file_is_read_with_the_decimal_sign_of_its_column(
        self, text: str, sign: DecimalSign, plain: str | None
    ) -> None:
        assert to_plain_number(text, sign, "EUR") == plain


class TestDates:
    @pytest.mark.parametrize(
        ("cells", "order", "asked"),
        [
            (["03/10/2026", "20/10/2026"], DateOrder.DAY_FIRST, False),
            (["03/10/2026", "10/20/2026"], DateOrder.MONTH_FIRST, False),
            (["03.10.2026"], DateOrder.DAY_FIRST, False),
            (["2026-10-03", "2026/10/04"], None, False),
            (["10/10/2026"], None, False),
            (["03/10/2026"], None, True),
            (["03-10-26"], None, True),
            (["20/10/2026", "10/20/2026"], None, True),
            (["46315.5"], None, False),
        ],
    )
    def test_order_of_day_and_month_is_determined_from_all_rows(
        self, cells: list[str], order: DateOrder | None, asked: bool
    ) -> None:
        column = DateColumn()
        for line, cell in enumerate(cells, 2):
            column.add(line, cell)

        assert (column.order, column.question("Datum") is not None) == (order, asked)

    @pytest.mark.parametrize(
        ("text", "order", "time"),
        [
            ("2026-11-20 10:11:12 +0100", None, "2026-11-20T10:11:12+01:00"),
            ("2026-11-20T10:11:12Z", None, "2026-11-20T10:11:12+00:00"),
            ("20.11.2026 10:11 Uhr", DateOrder.DAY_FIRST, "2026-11-20T10:11:00"),
            ("20.11.26", DateOrder.DAY_FIRST, "2026-11-20T00:00:00"),
            ("3/4/2026 12:30 AM", DateOrder.MONTH_FIRST, "2026-03-04T00:30:00"),
            ("3/4/2026 12:30 PM", DateOrder.DAY_FIRST, "2026-04-03T12:30:00"),
            ("2026/11/20 07:05", None, "2026-11-20T07:05:00"),
            ("Nov 20, 2026 1:00:05 PM", None, "2026-11-20T13:00:05"),
            ("20 November 2026", None, "2026-11-20T00:00:00"),
            ("46315.5", None, "2026-10-20T12:00:00"),
            ("11/11/2026", None, "2026-11-11T00:00:00"),
            ("3/4/2026", None, None),
            ("31/02/2026", DateOrder.DAY_FIRST, None),
            ("20/11/2026", DateOrder.MONTH_FIRST, None),
            ("20 Brumaire 2026", None, None),
            ("1/2026/3", None, None),
            ("2026-11-20 10:11:12 +9999", None, None),
        ],
    )
    def test_order_time_in_each_supported_format_is_parsed(
        self, text: str, order: DateOrder | None, time: str | None
    ) -> None:
        read = parse_time(text, order)

        assert (read and read.isoformat()) == time

    def test_utc_offset_of_an_order_time_is_kept(self) -> None:
        hour = timezone(timedelta(hours=1))

        assert parse_time("20.11.2026 10:00 +0100", None) == datetime(2026, 11, 20, 10, tzinfo=hour)
        assert parse_time("20.11.2026 10:00 UTC", None) == datetime(2026, 11, 20, 10, tzinfo=UTC)


class TestProposedMapping:
    def test_preview_asks_which_of_two_columns_of_one_name_to_use(self) -> None:
        found = propose_mapping(["Order", "Amount (column 2)", "Amount (column 3)", "Currency"])

        assert found.mapping.columns == {"order_id": "Order", "currency": "Currency"}
        [question] = found.questions
        assert question.field == "amount"
        assert question.choices == ("Amount (column 2)", "Amount (column 3)")

    @pytest.mark.parametrize("extra", ["Shipping", "Taxes", "VAT", "Versand", "MwSt."])
    def test_preview_asks_about_a_total_column_beside_shipping_or_tax(self, extra: str) -> None:
        found = propose_mapping(["Order", "Total", extra])

        assert "amount" not in found.mapping.columns
        assert extra in found.questions[0].why

    def test_subtotal_column_is_preferred_to_a_total_column(self) -> None:
        found = propose_mapping(["Order", "Total", "Subtotal", "Shipping"])

        assert (found.mapping.columns["amount"], found.questions) == ("Subtotal", ())

    def test_preview_asks_for_the_amount_of_a_magento_export_without_a_subtotal(self) -> None:
        found = propose_mapping(["ID", "Purchase Date", "Grand Total (Base)", "Status"])

        assert (found.shop, "amount" in found.mapping.columns) == ("Magento", False)
        assert found.questions[0].choices == ("Grand Total (Base)",)

    @pytest.mark.parametrize(
        ("word", "status"),
        [
            ("wc-on-hold", "Pending"), ("Partially refunded", None), ("REFUNDED", "Rejected"),
            ("canceled", "Rejected"), ("Payée", "Pending"), ("Storniert", "Rejected"),
            ("completed", "Approved"), ("Approved", "Approved"), ("lost", None),
        ],
    )  # fmt: skip
    def test_order_status_words_of_shops_are_recognised(
        self, word: str, status: str | None
    ) -> None:
        found = read_status(word, {})

        assert (found and found[0].value) == status
