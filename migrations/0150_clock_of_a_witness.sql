-- The clock of a witness.

-- Whether the witness refused as unknown is known, and its clock is ahead. Beside the failure, which the version before reads.
alter table witness_sends add column clock_ahead boolean not null default false;
