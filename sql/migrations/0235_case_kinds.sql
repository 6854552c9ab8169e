-- Cases about money that a brand has not paid for closed months (`periods`), whose acceptance sets the day on which it
-- is to come (`pay_on`), and questions (`topic`), which need be about no brand. Existing cases stay unchanged.

-- migrate:up
do $$ begin

alter table order_case
    add column topic text,
    add column payment_id bigint,
    add column periods text[] not null default '{}',
    add column pay_on date;
alter table order_case alter column mid drop not null;
alter table order_case drop constraint order_case_kind_check;
alter table order_case add constraint order_case_kind_check
    check (kind in ('missing', 'incorrect', 'declined', 'unpaid', 'question'));
alter table order_case add constraint order_case_brand_check check (mid is not null or kind = 'question');
alter table order_case add constraint order_case_topic_check check (topic in ('payment', 'account', 'brand'));

end $$;

-- migrate:down
delete from case_step s using order_case k
 where k.publisher_id = s.publisher_id and k.case_id = s.case_id and k.kind in ('unpaid', 'question');
delete from order_case where kind in ('unpaid', 'question');
alter table order_case
    drop constraint order_case_brand_check,
    drop column pay_on,
    drop column periods,
    drop column payment_id,
    drop column topic,
    drop constraint order_case_kind_check,
    add constraint order_case_kind_check check (kind in ('missing', 'incorrect', 'declined')),
    alter column mid set not null;
