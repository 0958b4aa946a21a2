-- Until when what was granted, handed over and lost is in the figures: each part waits for ten households of its own.
alter table published_outflows add column granted_until timestamptz, add column handed_until timestamptz, add column lost_until timestamptz;
alter table published_outflows disable trigger published_outflows_fixed;
update published_outflows set granted_until = published_at, handed_until = published_at, lost_until = published_at;
alter table published_outflows enable trigger published_outflows_fixed;
