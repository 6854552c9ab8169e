"""The world's currencies (ISO 4217), and those that have been withdrawn."""

from datetime import date
from functools import cache

import pycountry

WITHDRAWN: dict[str, date] = {
    code: date.fromisoformat(day)
    for day, codes in {
        "2002-02-28": "ATS BEF DEM ESP FIM FRF GRD IEP ITL LUF NLG PTE",
        "2000-09-09": "ECS",
        "2002-05-20": "TPE",
        "2003-01-31": "AFA",
        "2003-07-01": "YUM",
        "2003-12-31": "SRG",
        "2004-12-31": "MGF",
        "2005-12-31": "AZM ROL TRL",
        "2006-06-30": "MZM",
        "2006-12-31": "CSD SIT",
        "2007-06-30": "SDD",
        "2007-12-31": "CYP MTL VEB GHC",
        "2008-12-31": "SKK TMM",
        "2009-06-30": "ZWR",
        "2010-12-31": "EEK",
        "2012-12-31": "ZMK",
        "2013-12-31": "LVL",
        "2014-12-31": "LTL",
        "2016-12-31": "BYR",
        "2017-12-31": "MRO STD",
        "2018-08-19": "VEF",
        "2021-06-30": "CUC",
        "2022-12-31": "HRK",
        "2024-03-31": "SLL",
        "2024-08-31": "ZWL",
        "2025-06-30": "ANG",
        "2025-12-31": "BGN",
    }.items()
    for code in codes.split()
}
"""Currencies withdrawn since 2000 (ISO 4217, list three), each with the last day on which it was money."""
NO_CURRENCY = frozenset(["XTS", "XXX"])
"""Codes of ISO 4217 that stand for no money: for tests, and for none."""


@cache
def currencies() -> frozenset[str]:
    return frozenset(currency.alpha_3 for currency in pycountry.currencies)
