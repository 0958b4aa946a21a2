-- Which gift is counted towards which payment: first in, first out, within each fund. docs/transparency.md.
create table gift_lots (
  donation_id uuid primary key references donations (id),
  fund text not null check (fund in ('general', 'school', 'emergency', 'shelter', 'food', 'medical')),
  -- Its turn in the fund.
  place bigint not null check (place >= 0),
  -- In kobo, as given; what is counted towards payments; what was refunded.
  amount bigint not null check (amount > 0),
  spent bigint not null default 0 check (spent >= 0),
  given_back bigint not null default 0 check (given_back >= 0),
  constraint gift_lots_place_taken unique (fund, place),
  check (spent + given_back <= amount)
);
create index gift_lots_open on gift_lots (fund, place) where spent + given_back < amount;
create index gift_lots_given_back on gift_lots (donation_id) where given_back > 0;
create index donations_given_back on donations (id) where amount_reversed > 0;
create function gift_lots_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.donation_id, new.fund, new.place, new.amount) is not distinct from
                          (old.donation_id, old.fund, old.place, old.amount) then
    return new;
  end if;
  raise exception 'a gift keeps its turn: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger gift_lots_fixed before update or delete on gift_lots for each row execute function gift_lots_guard();
create trigger gift_lots_no_truncate before truncate on gift_lots for each statement execute function ledger_refuse_change();

create table allocations (
  id bigint generated always as identity primary key,
  disbursement_id uuid not null references disbursements (id),
  donation_id uuid not null references gift_lots (donation_id),
  -- In kobo. Below zero where a refund or a return releases what was counted before.
  amount bigint not null check (amount <> 0),
  allocated_at timestamptz not null
);
create index allocations_of_disbursement on allocations (disbursement_id);
create index allocations_of_gift on allocations (donation_id);
create trigger allocations_fixed before update or delete on allocations for each row execute function ledger_refuse_change();
create trigger allocations_no_truncate before truncate on allocations for each statement execute function ledger_refuse_change();
-- What is counted never differs from what its lot says.
create function allocations_spend() returns trigger language plpgsql as $$
begin
  update gift_lots set spent = spent + new.amount where donation_id = new.donation_id;
  return new;
end $$;
create trigger allocations_spend after insert on allocations for each row execute function allocations_spend();

-- Payments that are described in public: at least ten households share each description, and a payment is in one of them for ever.
create table published_rows (
  id bigint generated always as identity primary key,
  -- A month, '2026-11', or a quarter, '2026-Q4'.
  period text not null check (period ~ '^\d{4}-(\d{2}|Q[1-4])$'),
  -- The kind of aid that was asked for; 'aid' where several are together.
  kind text not null,
  band text not null,
  households integer not null check (households >= 10),
  payments integer not null check (payments >= households),
  confirmed integer not null check (confirmed between 0 and payments),
  published_at timestamptz not null
);
create trigger published_rows_fixed before update or delete on published_rows
  for each row execute function ledger_refuse_change();
create trigger published_rows_no_truncate before truncate on published_rows
  for each statement execute function ledger_refuse_change();
create table published_payments (
  disbursement_id uuid primary key references disbursements (id),
  row_id bigint not null references published_rows (id)
);
create trigger published_payments_fixed before update or delete on published_payments
  for each row execute function ledger_refuse_change();
create trigger published_payments_no_truncate before truncate on published_payments
  for each statement execute function ledger_refuse_change();
