-- The provider may give back a part of the fee of a transfer that ended unpaid, or nothing.
do $$
declare
  named text;
begin
  select conname into strict named from pg_constraint
   where conrelid = 'payout_attempts'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%fee_returned%';
  execute format('alter table payout_attempts drop constraint %I', named);
end $$;
alter table payout_attempts add constraint payout_attempts_fee_returned check (fee_returned between 0 and fee) not valid;
