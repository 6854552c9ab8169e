-- migrate:up
do $$ begin

-- A fixed amount stays in the currency in which its terms were saved, even if the brand's currency changes: terms apply
-- to clicks of their time. Null, as an earlier version writes it, stands for the brand's currency.
alter table terms add column currency text;
update terms set currency = brand.currency from brand where brand.mid = terms.mid;

end $$;

-- migrate:down
alter table terms drop column currency;
