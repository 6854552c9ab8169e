-- To whom a coupon was available before (0 stands for everybody) and is not any more, and since when: the feed of coupons
-- tells them that it was withdrawn. Of coupons reassigned before, nobody is told.

-- migrate:up
do $$ begin

alter table coupon
    add column withdrawn_from bigint[] not null default '{}',
    add column withdrawn_at timestamptz;

end $$;

-- migrate:down
alter table coupon drop column withdrawn_from, drop column withdrawn_at;
