-- migrate:up
do $$ begin

-- An order in a currency without a rate is stored, and rated once there is a rate. Until then it has no rate, no
-- commission and no amounts in its publisher's currency; the flag is set exactly when these are null.
alter table conversion add column unrated boolean not null default false;
alter table conversion alter column rate drop not null, alter column sale_comm drop not null,
                       alter column report_amount drop not null, alter column report_comm drop not null;
alter table conversion add constraint conversion_unrated
    check (unrated = (rate is null) and unrated = (sale_comm is null)
           and unrated = (report_amount is null) and unrated = (report_comm is null)) not valid;
alter table conversion_item alter column sale_comm drop not null, alter column ori_comm drop not null,
                            alter column report_amount drop not null, alter column report_comm drop not null;
alter table conversion_item add constraint conversion_item_unrated
    check ((sale_comm is null) = (report_comm is null) and (ori_comm is null) = (report_comm is null)
           and (report_amount is null) = (report_comm is null)
           and (report_comm is not null or (settlement_id is null and payment_id is null))) not valid;

-- What a corrected rate changed in the publisher's currency; null in all other entries.
alter table conversion_history alter column delta_commission drop not null;
alter table conversion_history add column delta_report_amount numeric, add column delta_report_comm numeric;

-- The entered rates, from which cross rates are derived.
create index currency_rate_given on currency_rate (quote, day desc, base) where not derived;

end $$;

-- migrate:down
