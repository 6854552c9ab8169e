-- migrate:up

-- Only the words of brands' names, without those of categories and descriptions, which most brands share.
create index brand_name_words on brand using gin (ts_filter(words, '{a}'));

-- migrate:down
drop index brand_name_words;
