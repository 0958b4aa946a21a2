-- A photo of the organisation's own on its home page.
alter table organisation_pictures drop constraint organisation_pictures_type_check;
alter table organisation_pictures add constraint organisation_pictures_type_check
  check (type in ('image/svg+xml', 'image/png', 'image/jpeg')) not valid;
alter table organisation_pictures validate constraint organisation_pictures_type_check;
