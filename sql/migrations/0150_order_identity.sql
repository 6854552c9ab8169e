-- migrate:up transaction:false
-- Orders are found by their number without invisible characters (schema/orders/reported_values.py, identity). New rows
-- store it in this form; older rows are found by this index, which only holds numbers that may be written in another
-- form. The database computes it, so that it is also right for rows that processes of the previous release write.
create index concurrently if not exists order_directory_by_identity on order_directory (
    btrim(regexp_replace(normalize(regexp_replace(order_id, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFC), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]', ' ', 'g'))
) where order_id ~ '[^!-~]';

-- migrate:down transaction:false
drop index concurrently order_directory_by_identity;
