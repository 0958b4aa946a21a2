-- What administrators list of gifts, wallets and messages, and what they decide about payments that need review.

-- An index for each filter of the gifts, in the order in which its rows are read.
create index donations_by_status on donations (status, created_at desc, id desc);
create index donations_by_type on donations (donation_type, created_at desc, id desc);
create index donations_by_type_and_status on donations (donation_type, status, created_at desc, id desc);
-- Searched by how they begin.
create index donations_by_reference on donations (transaction_reference text_pattern_ops);
create index donations_by_email on donations (lower(customer_email) text_pattern_ops);
-- What was given on a day, from the index alone.
create index donations_by_day on donations (paid_at) include (amount, amount_reversed) where status = 'success';

create index wallet_transactions_all on wallet_transactions (created_at desc, id desc);
create index wallet_transactions_by_status on wallet_transactions (status, created_at desc, id desc);
create index wallet_transactions_by_type on wallet_transactions (type, created_at desc, id desc);
create index wallet_transactions_by_reference on wallet_transactions (reference text_pattern_ops);
create index wallet_transactions_by_paystack_reference on wallet_transactions (paystack_reference text_pattern_ops);

alter table contact_messages drop constraint contact_messages_state_check;
alter table contact_messages add constraint contact_messages_state_check check (state in ('new', 'read', 'answered'));
create index contact_messages_by_state on contact_messages (state, created_at desc, id desc);
create index contact_messages_by_email on contact_messages (lower(email) text_pattern_ops);
create index contact_messages_by_name on contact_messages (lower(first_name || ' ' || last_name) text_pattern_ops);
create index contact_messages_by_last_name on contact_messages (lower(last_name) text_pattern_ops);

-- Sent back to whoever paid, after it needed review.
alter table payment_attempts drop constraint payment_attempts_status_check;
alter table payment_attempts add constraint payment_attempts_status_check check (status in
  ('opening', 'open', 'lost', 'refused', 'paid', 'failed', 'needs_review', 'reversed', 'returned'));

-- What one administrator proposes to do with a payment that needs review, and a second one confirms.
create table payment_decisions (
  id uuid primary key,
  attempt_id uuid not null references payment_attempts (id),
  -- settle: what came is credited. return: it was sent back.
  action text not null check (action in ('settle', 'return')),
  reason text not null check (char_length(reason) between 1 and 500),
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'withdrawn')),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  -- Who confirmed it, or took it back.
  decided_by uuid references users (id),
  decided_at timestamptz,
  check ((state = 'proposed') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  constraint payment_decisions_two_people check (state <> 'confirmed' or decided_by <> proposed_by)
);
create unique index payment_decisions_one_waits on payment_decisions (attempt_id) where state = 'proposed';
create index payment_decisions_of_attempt on payment_decisions (attempt_id, proposed_at);

-- A top-up whose payment came with another amount is settled with what came: until its balance moves, a transaction may change its
-- amount. From then on it keeps what it moved.
create or replace function wallet_transactions_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.wallet_id, new.kind, new.type) is distinct from (old.id, old.wallet_id, old.kind, old.type)
     or (old.status = 'completed'
         and (new.amount, new.status, new.reference, new.paystack_reference, new.completed_at)
             is distinct from (old.amount, old.status, old.reference, old.paystack_reference, old.completed_at)) then
    raise exception 'a wallet transaction keeps what it moved' using errcode = 'TK001';
  end if;
  return new;
end $$;
