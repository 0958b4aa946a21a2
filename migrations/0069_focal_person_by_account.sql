-- Names the focal person by account: an address that was freed could be taken by someone else (decision 0089). An address of no account names no one.
alter table organisation_versions disable trigger organisation_versions_append_only;
update organisation_versions set content = jsonb_set(content, '{complaints,focal}',
  coalesce((select to_jsonb(users.id) from users where lower(users.email) = content #>> '{complaints,focal}'), 'null'))
 where content #>> '{complaints,focal}' is not null;
alter table organisation_versions enable trigger organisation_versions_append_only;
update organisation_draft set content = jsonb_set(content, '{complaints,focal}',
  coalesce((select to_jsonb(users.id) from users where lower(users.email) = content #>> '{complaints,focal}'), 'null'))
 where content #>> '{complaints,focal}' is not null;
update organisation_proposals set content = jsonb_set(content, '{complaints,focal}',
  coalesce((select to_jsonb(users.id) from users where lower(users.email) = content #>> '{complaints,focal}'), 'null'))
 where content #>> '{complaints,focal}' is not null;
