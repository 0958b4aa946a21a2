-- Disbursements: what is handed over under an award, with its evidence, and how much cash each person holds for it.

create table disbursements (
  id uuid primary key,
  award_id uuid not null references awards (id),
  kind text not null check (kind in ('manual_bank', 'cash', 'voucher', 'goods', 'service')),
  -- In kobo. Of goods, vouchers and services: what they cost.
  amount bigint not null check (amount > 0),
  -- What is handed over, and how much of it: '2 bags of rice, 25 kg each'.
  item text check (char_length(item) between 1 and 200),
  state text not null default 'proposed'
    check (state in ('proposed', 'released', 'sent', 'confirmed', 'disputed', 'returned', 'lost', 'cancelled')),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  released_by uuid references users (id),
  released_at timestamptz,
  -- The number on the slip, from its release on.
  slip text unique check (slip ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  -- A keyed hash of the six digits that the recipient confirms with, and how many wrong ones were tried.
  code_hash bytea,
  code_tries smallint not null default 0 check (code_tries between 0 and 5),
  -- The day it was handed over, and who recorded it when.
  sent_on date,
  sent_at timestamptz,
  sent_by uuid references users (id),
  -- Whose cash it was. Null: it came from the bank.
  holder uuid references users (id),
  returned bigint not null default 0 check (returned >= 0),
  return_steps smallint not null default 0,
  lost bigint not null default 0 check (lost >= 0 and returned + lost <= amount),
  ended_at timestamptz,
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  constraint disbursements_idempotency_key_taken unique (award_id, idempotency_key_hash),
  constraint disbursements_two_people check (released_by <> proposed_by),
  check ((released_by is null) = (released_at is null)),
  check ((released_by is null) = (slip is null) and (slip is null) = (code_hash is null)),
  check (state not in ('released', 'sent', 'confirmed', 'disputed', 'returned', 'lost') or released_by is not null),
  check ((state in ('sent', 'confirmed', 'disputed', 'returned', 'lost')) = (sent_at is not null)),
  check ((sent_at is null) = (sent_by is null) and (sent_at is null) = (sent_on is null)),
  check (holder is null or (kind = 'cash' and sent_at is not null)),
  check (kind <> 'cash' or sent_at is null or holder is not null),
  check (sent_at is not null or (returned = 0 and lost = 0)),
  check ((kind in ('voucher', 'goods', 'service')) = (item is not null))
);
create index disbursements_of_award on disbursements (award_id, proposed_at);
create index disbursements_open on disbursements (state, proposed_at) where state in ('proposed', 'released', 'sent', 'disputed');
create index disbursements_released_by on disbursements (released_by, released_at) where released_by is not null;

-- What each fund gave to it when it was handed over, and what returned or was lost of that.
create table disbursement_funds (
  disbursement_id uuid not null references disbursements (id),
  fund text not null check (fund in ('general', 'school', 'emergency', 'shelter', 'food', 'medical')),
  amount bigint not null check (amount > 0),
  returned bigint not null default 0 check (returned >= 0),
  lost bigint not null default 0 check (lost >= 0 and returned + lost <= amount),
  primary key (disbursement_id, fund)
);

-- Under one award never more than it: what came back can be paid out again.
create function disbursements_guard() returns trigger language plpgsql as $$
declare
  award record;
  applicant uuid;
begin
  if tg_op = 'UPDATE' and (new.id, new.award_id, new.kind, new.amount, new.item, new.proposed_by, new.proposed_at)
       is distinct from (old.id, old.award_id, old.kind, old.amount, old.item, old.proposed_by, old.proposed_at) then
    raise exception 'a disbursement keeps what was proposed' using errcode = 'TK001';
  end if;
  if tg_op = 'UPDATE' and old.sent_at is not null
     and (new.sent_at, new.sent_on, new.sent_by, new.released_by, new.holder) is distinct from
         (old.sent_at, old.sent_on, old.sent_by, old.released_by, old.holder) then
    raise exception 'a hand-over stays as it was recorded' using errcode = 'TK001';
  end if;
  select id, amount, state, application_id into award from awards where id = new.award_id for no key update;
  select user_id into applicant from aid_applications where id = award.application_id;
  if applicant in (new.proposed_by, coalesce(new.released_by, new.proposed_by), coalesce(new.sent_by, new.proposed_by)) then
    raise exception 'no one pays out to themselves' using errcode = 'TK001';
  end if;
  if new.state in ('proposed', 'released') and award.state <> 'granted' then
    raise exception 'a disbursement needs a granted award' using errcode = 'TK001';
  end if;
  if new.state <> 'cancelled' and award.amount < new.amount - new.returned + coalesce(
       (select sum(amount - returned) from disbursements
         where award_id = new.award_id and id <> new.id and state <> 'cancelled'), 0) then
    raise exception 'the disbursements of an award are at most the award' using errcode = 'TK005';
  end if;
  return new;
end $$;
create trigger disbursements_fixed before insert or update on disbursements for each row execute function disbursements_guard();
create trigger disbursements_kept before delete on disbursements for each row execute function ledger_refuse_change();
create trigger disbursements_no_truncate before truncate on disbursements
  for each statement execute function ledger_refuse_change();
create trigger disbursement_funds_kept before delete on disbursement_funds for each row execute function ledger_refuse_change();
create trigger disbursement_funds_no_truncate before truncate on disbursement_funds
  for each statement execute function ledger_refuse_change();

-- The papers of a hand-over: receipts and signed slips. The hash stays when the document goes with the account that uploaded it.
create table disbursement_evidence (
  disbursement_id uuid not null references disbursements (id),
  sha256 bytea not null,
  document_id uuid references documents (id) on delete set null,
  created_at timestamptz not null,
  primary key (disbursement_id, sha256)
);
create index disbursement_evidence_of_document on disbursement_evidence (document_id);

-- What the recipient answered, and how. The last answer counts.
create table confirmations (
  id uuid primary key,
  disbursement_id uuid not null references disbursements (id),
  answer text not null check (answer in ('all', 'part', 'none')),
  how text not null check (how in ('self', 'counter', 'call', 'witnessed')),
  -- Who recorded it for the recipient. Null: the recipient did.
  recorded_by uuid references users (id),
  created_at timestamptz not null,
  check ((how in ('call', 'witnessed')) = (recorded_by is not null))
);
create index confirmations_of_disbursement on confirmations (disbursement_id, created_at);
create function confirmations_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' or exists (
    select from disbursements where id = new.disbursement_id and new.recorded_by in (proposed_by, released_by)) then
    raise exception 'a confirmation is recorded once, and not by who proposed or released: % is refused', tg_op using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger confirmations_fixed before insert or update or delete on confirmations
  for each row execute function confirmations_guard();
create trigger confirmations_no_truncate before truncate on confirmations
  for each statement execute function ledger_refuse_change();

-- Cash drawn from the bank for handing over, or paid in again. Another person than its holder records it.
create table cash_movements (
  id uuid primary key,
  holder uuid not null references users (id),
  direction text not null check (direction in ('drawn', 'paid_in')),
  amount bigint not null check (amount > 0),
  moved_on date not null,
  recorded_by uuid not null references users (id),
  created_at timestamptz not null,
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  constraint cash_movements_idempotency_key_taken unique (recorded_by, idempotency_key_hash),
  check (recorded_by <> holder)
);
create index cash_movements_of_holder on cash_movements (holder, created_at desc);
create trigger cash_movements_fixed before update or delete on cash_movements for each row execute function ledger_refuse_change();
create trigger cash_movements_no_truncate before truncate on cash_movements
  for each statement execute function ledger_refuse_change();

-- The news of a request that mail can hold back for a day.
alter table request_addresses drop constraint request_addresses_held_news_check;
alter table request_addresses add constraint request_addresses_held_news_check check (held_news in (
  'received', 'papers', 'pending', 'approved', 'rejected', 'under_review', 'granted', 'ready', 'handed_over', 'award_cancelled'));
