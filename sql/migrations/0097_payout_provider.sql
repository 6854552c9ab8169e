-- migrate:up
do $$ begin

-- How a payment leaves: in a file that the staff take to the bank, or by the configured provider. `attempt` counts how
-- often it was tried, `next_ask_at` is when the provider is asked about it, `problem` what the staff have to resolve.
alter table payment add column channel text not null default 'file',
                    add column attempt integer not null default 0,
                    add column asks integer not null default 0,
                    add column next_ask_at timestamptz,
                    add column problem text;
alter table payment add constraint payment_channel_check check (channel in ('file', 'provider'));
update payment set attempt = 1 where processed_at is not null;
create index payment_to_ask on payment (next_ask_at) where next_ask_at is not null;

end $$;

-- migrate:down
