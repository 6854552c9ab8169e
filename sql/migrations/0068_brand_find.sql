-- migrate:up
do $$ begin

-- For a large catalogue: each sort order of /brands/find has an index, and counts are stored.
create index brand_by_age on brand (created_at, mid);
create index brand_in_name_order on brand ((lower(name)), mid);
create index brand_by_commission on brand (commission_rank, mid);
create index brand_by_epc on brand ((coalesce(epc, -1000000000)), commission_rank, mid);
create index brand_by_payment on brand (payment_days, mid);
create index brand_by_category on brand using gin (categories);
create index brand_by_region on brand using gin (regions);

-- The number of brands for each choice, so that a screen sums a few rows and not the catalogue: of all brands, of a
-- category, of a country ('*' if a brand accepts orders from everywhere), and of both. Updated with each brand.
create table brand_count (
    field      text not null check (field in ('all', 'category', 'country', 'both')),
    category   text not null,
    country    text not null,
    status     text not null,
    offer_type text not null,
    brand_type smallint not null,
    deep_link  boolean not null,
    approval   text not null,
    brands     bigint not null,
    primary key (field, category, country, status, offer_type, brand_type, deep_link, approval)
);
create index brand_count_by_country on brand_count (field, country);

insert into brand_count
select field, category, country, status, offer_type, brand_type, deep_link, approval, count(*)
  from (select status, offer_type, brand_type, deep_link, approval, categories, regions from brand) as brand
 cross join lateral (
       select 'all' as field, '' as category, '' as country
        union all select 'category', name, '' from unnest(categories) as name
        union all select 'country', '', code from unnest(coalesce(nullif(regions, '{}'), '{*}')) as code
        union all select 'both', name, code
                    from unnest(categories) as name, unnest(coalesce(nullif(regions, '{}'), '{*}')) as code) as place
 group by 1, 2, 3, 4, 5, 6, 7, 8;

end $$;

-- migrate:down
drop table brand_count;
drop index brand_by_region;
drop index brand_by_category;
drop index brand_by_payment;
drop index brand_by_epc;
drop index brand_by_commission;
drop index brand_in_name_order;
drop index brand_by_age;
