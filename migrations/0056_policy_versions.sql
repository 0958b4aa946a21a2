-- Versions of privacy notice, terms and refunds: what people were shown stays readable beside their consents (decision 0083).
create table policy_versions (
  policy text check (policy in ('privacy', 'terms', 'refunds')),
  -- Its day in Lagos; the second of one day ends in `.2`.
  version text check (version ~ '^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,2})?$'),
  -- As contract/platform/our-policies.ts declares it, with names and contacts filled in.
  content jsonb not null,
  -- The SHA-256 of its language and sections, in hexadecimal.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  since timestamptz not null,
  primary key (policy, version)
);
comment on table policy_versions is 'see organisation_versions';
-- A restore replaces what the first start of its empty database stored.
create function policy_versions_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from restoring) then return old; end if;
  raise exception 'policy_versions never change' using errcode = 'TK001';
end $$;
create trigger policy_versions_append_only before delete or update on policy_versions
  for each row execute function policy_versions_fixed();
create trigger policy_versions_no_truncate before truncate on policy_versions
  for each statement execute function ledger_refuse_change();

-- The version that was shown is stored beside the consent. Rows that are there pass the narrower check of before.
alter table aid_applications drop constraint aid_applications_privacy_version_check,
  add constraint aid_applications_privacy_version_check check (privacy_version ~ '^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,2})?$') not valid;
alter table contact_messages drop constraint contact_messages_privacy_version_check,
  add constraint contact_messages_privacy_version_check check (privacy_version ~ '^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,2})?$') not valid;
