-- Pages show the funds, which two people change without a publication. Unpublished pages of an instance are stored as version 0.
-- Unused since 0.1.0: no release has the table, and no statement relies on the reference that this drops.
alter table rendered_sites drop constraint rendered_sites_version_fkey;
-- Names the funds and contacts that the pages show. Empty: rendered before pages showed the funds.
alter table rendered_sites add column shows text not null default '';
