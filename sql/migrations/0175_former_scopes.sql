-- migrate:up
-- The scopes of the secret before the last rotation: a rotation to wider scopes must not widen a secret that others may
-- know. Null for tokens rotated before this column existed, whose former secrets expire within a day.
alter table api_token add column previous_scopes text[];

-- migrate:down
alter table api_token drop column previous_scopes;
