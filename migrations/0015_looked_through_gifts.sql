-- The size of the log at the last look, and the time before which gifts had to be paid. Nothing is due until one of them changes.
alter table gift_turns add column size bigint, add column paid_before timestamptz;
