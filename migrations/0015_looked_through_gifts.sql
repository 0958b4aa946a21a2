-- What the last look through the log knew: how many entries, and the time that gifts had to be paid before. Nothing changes until one of them does.
alter table gift_turns add column size bigint, add column paid_before timestamptz;
