-- Counting gifts towards payments reads only what changed, and moves in steps of ten households. docs/transparency.md.
alter table allocations add column fund text check (fund in ('general', 'school', 'emergency', 'shelter', 'food', 'medical'));
alter table allocations disable trigger allocations_fixed;
update allocations set fund = gift_lots.fund from gift_lots where gift_lots.donation_id = allocations.donation_id;
alter table allocations enable trigger allocations_fixed;
alter table allocations alter column fund set not null;
alter table allocations add constraint allocations_of_share
  foreign key (disbursement_id, fund) references disbursement_funds (disbursement_id, fund);

-- What is counted towards each payment, kept as it changes: the database refuses a kobo that is counted twice.
alter table disbursement_funds add column counted bigint not null default 0 check (counted between 0 and amount);
update disbursement_funds set counted = sums.amount
  from (select disbursement_id, fund, sum(amount) as amount from allocations group by 1, 2) as sums
 where sums.disbursement_id = disbursement_funds.disbursement_id and sums.fund = disbursement_funds.fund;
create index disbursement_funds_uneven on disbursement_funds (fund) where amount - returned <> counted;

drop trigger allocations_spend on allocations;
create or replace function allocations_spend() returns trigger language plpgsql as $$
begin
  update gift_lots set spent = spent + sums.amount
    from (select donation_id, sum(amount) as amount from added group by donation_id) as sums
   where gift_lots.donation_id = sums.donation_id;
  update disbursement_funds as share set counted = counted + sums.amount
    from (select disbursement_id, fund, sum(amount) as amount from added group by disbursement_id, fund) as sums
   where share.disbursement_id = sums.disbursement_id and share.fund = sums.fund;
  return null;
end $$;
create trigger allocations_spend after insert on allocations
  referencing new table as added for each statement execute function allocations_spend();

-- Gifts in the log before this place have their turns. The few behind it are looked through each minute.
create table gift_turns (
  one boolean primary key default true check (one),
  leaf_index bigint not null default 0 check (leaf_index >= 0)
);
