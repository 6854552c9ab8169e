-- The dates of a brand's campaigns, as an array of objects with from, to and note. Null, as for existing brands, is none.

-- migrate:up
alter table brand add column campaigns jsonb;

-- migrate:down
alter table brand drop column campaigns;
