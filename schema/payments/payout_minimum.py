"""The minimum payout in each currency; publishers may raise it (contract §15)."""

from collections.abc import Mapping
from decimal import Decimal

from schema.core.money import minor_unit

MINIMUMS = """
    AED 110 AFN 1900 ALL 2400 AMD 11000 AOA 26000 ARS 41000 AUD 44 AWG 52 AZN 49 BAM 49 BBD 58 BDT 3500
    BHD 11 BIF 86000 BMD 29 BND 38 BOB 200 BOV 200 BRL 160 BSD 29 BTN 2600 BWP 390 BYN 86 BZD 58 CAD 41
    CDF 64000 CHE 23 CHF 23 CHW 23 CLF 0.68 CLP 27000 CNY 210 COP 110000 COU 280 CRC 14000 CUP 700 CVE 2800
    CZK 610 DJF 5200 DKK 190 DOP 1800 DZD 3800 EGP 1400 ERN 440 ETB 4400 EUR 25 FJD 66 FKP 22 GBP 25 GEL 78
    GHS 320 GIP 22 GMD 2100 GNF 250000 GTQ 220 GYD 6000 HKD 230 HNL 760 HTG 3800 HUF 9600 IDR 480000 ILS 94
    INR 2600 IQD 38000 IRR 1200000 ISK 3700 JMD 4600 JOD 21 JPY 4500 KES 3800 KGS 2500 KHR 120000 KMF 12000
    KPW 26000 KRW 42000 KWD 8.9 KYD 24 KZT 15000 LAK 630000 LBP 2600000 LKR 8900 LRD 5200 LSL 500 LYD 160
    MAD 270 MDL 490 MGA 130000 MKD 1500 MMK 61000 MNT 100000 MOP 230 MRU 1200 MUR 1300 MVR 450 MWK 50000
    MXN 530 MXV 62 MYR 120 MZN 1800 NAD 500 NGN 42000 NIO 1100 NOK 300 NPR 4100 NZD 52 OMR 11 PAB 29 PEN 98
    PGK 120 PHP 1700 PKR 8200 PLN 110 PYG 200000 QAR 110 RON 130 RSD 2900 RUB 2300 RWF 42000 SAR 110 SBD 240
    SCR 410 SDG 17000 SEK 280 SGD 38 SHP 22 SLE 680 SOS 17000 SRD 1100 SSP 130000 STN 610 SVC 250 SYP 320000
    SZL 500 THB 940 TJS 270 TMT 100 TND 86 TOP 69 TRY 1200 TTD 200 TWD 910 TZS 71000 UAH 1200 UGX 100000
    USD 25 USN 29 UYI 180 UYU 1200 UYW 640 UZS 350000 VED 7000 VES 7000 VND 760000 VUV 3500 WST 81 XAD 7.1
    XAF 16000 XAG 0.55 XAU 0.01 XBA 25 XBB 25 XBC 25 XBD 25 XCD 78 XCG 52 XDR 21 XOF 16000 XPD 0.02 XPF 3000
    XPT 0.02 XSU 23 XTS 25 XUA 21 XXX 25 YER 6900 ZAR 500 ZMW 660 ZWG 770
"""
"""25 in EUR, USD and GBP; in every other currency, what 25 EUR were worth in November 2025, to two digits.

Fixed here, so that a minimum does not move with rates; the setting PAYOUT_MINIMUMS overrides it.
"""
_words = MINIMUMS.split()
MINIMUM = {
    currency: Decimal(amount) for currency, amount in zip(_words[::2], _words[1::2], strict=True)
}


def network_minimum(currency: str, named: Mapping[str, Decimal]) -> Decimal:
    """The network's minimum payout in a currency: from PAYOUT_MINIMUMS, else from MINIMUMS.

    It is 25 for a currency newer than this list.
    """
    amount = named.get(currency, MINIMUM.get(currency, Decimal(25)))
    return max(amount, minor_unit(currency)).quantize(minor_unit(currency))


def payout_minimum(currency: str, least: Decimal, own: Decimal | None) -> Decimal:
    """A publisher's minimum payout: the larger of the network's minimum and its own."""
    return least if own is None else max(least, own).quantize(minor_unit(currency))
