import type { ComboboxItem } from "@mantine/core";

import { table } from "@/text/core/table";

import { countryName } from "@/ui/base/format";
import { LazySelect, type LazySelectProps } from "./LazySelect";

/** ISO 3166-1, two letters. */
const CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";
/** Other names of countries that people type. */
const ALIASES: Record<string, string> = { GB: "uk", US: "usa america", AE: "uae", NL: "holland" };

const countries = CODES.split(" ")
  .map((code) => ({ code, name: countryName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name));
const names = countries.map(({ name }) => name);
const searchWords = new Map(
  countries.map(({ code, name }) => [
    name,
    `${name} ${code} ${ALIASES[code] ?? ""}`.toLowerCase().split(/[\s&()-]+/),
  ]),
);

const codeOf = new Map(countries.map(({ code, name }) => [name, code]));

/** The code of a country by its English name, or as it is where it is a code. */
export function countryCode(name: string): string {
  return codeOf.get(name) ?? (searchWords.has(countryName(name)) ? name : "");
}

type CountrySelectProps = Omit<LazySelectProps, "data" | "filter" | "searchable">;

/** Picks a country by its name or code; the value is the English name, and one from elsewhere is kept. */
export function CountrySelect({ value, ...rest }: CountrySelectProps) {
  const strange = value && !searchWords.has(String(value));
  return (
    <LazySelect
      allowDeselect
      {...rest}
      value={value || null}
      searchable
      data={strange ? [String(value), ...names] : names}
      nothingFoundMessage={table.nothingFound}
      filter={({ options, search }) =>
        (options as ComboboxItem[]).filter(({ label }) => matchesSearch(label, search))
      }
    />
  );
}

/** Each word typed begins one of a country's words. */
function matchesSearch(name: string, search: string): boolean {
  const words = searchWords.get(name) ?? [name.toLowerCase()];
  const sought = search.toLowerCase().split(/\s+/).filter(Boolean);
  return sought.every((typed) => words.some((word) => word.startsWith(typed)));
}
