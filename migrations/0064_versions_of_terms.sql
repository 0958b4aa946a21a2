-- The version of the terms that a request or a gift accepted (decision 0090). Null: the form of the version before, or staff entered it.
alter table aid_applications add column terms_version text;
alter table aid_applications add constraint aid_applications_terms_version_check
  check (terms_version ~ '^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,2})?$') not valid;
alter table donations add column terms_version text;
alter table donations add constraint donations_terms_version_check
  check (terms_version ~ '^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,2})?$') not valid;
