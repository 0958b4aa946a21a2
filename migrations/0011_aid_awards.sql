create table awards (
  id uuid primary key,
  application_id uuid not null references aid_applications(id),
  -- In kobo.
  amount bigint not null check (amount > 0),
  -- proposed, then granted, then closed (something was handed over) or cancelled (nothing was).
  state text not null default 'proposed' check (state in ('proposed', 'granted', 'closed', 'cancelled')),
  proposed_by uuid not null references users(id),
  proposed_at timestamptz not null,
  granted_by uuid references users(id),
  granted_at timestamptz,
  ended_at timestamptz,
  -- Repeats of one call find the same row, and a different request is seen by its hash.
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  constraint awards_check check ((granted_by is null) = (granted_at is null)),
  constraint awards_check1 check ((state not in ('granted', 'closed')) or granted_by is not null),
  constraint awards_check2 check ((state in ('closed', 'cancelled')) = (ended_at is not null)),
  -- In kobo: ₦200,000 granted, ₦50,000 released, not in the minute after it was proposed.
  constraint awards_two_people check (granted_by <> proposed_by or amount <= 20000000),
  constraint awards_idempotency_key_taken unique (application_id, idempotency_key_hash)
);
comment on table awards is 'see payees';
create unique index awards_one_open on awards (application_id) where (state in ('proposed', 'granted'));
create index awards_of_application on awards (application_id, proposed_at desc);
create index awards_granted on awards (granted_at) where (granted_at is not null);
create index awards_ended on awards (ended_at) where (ended_at is not null);
create index awards_open on awards (state, proposed_at, id) where (state in ('proposed', 'granted'));

-- An award keeps what was proposed, moves only forwards, and no applicant decides about their own.
create function awards_guard() returns trigger language plpgsql as $$
begin
  -- A restored backup inserts awards of any state.
  if tg_op = 'INSERT' then
    if new.state not in ('proposed', 'granted') or exists (
         select from aid_applications where id = new.application_id and status = 'approved') then
      return new;
    end if;
  elsif (new.id, new.application_id, new.amount, new.proposed_by, new.proposed_at) is not distinct from
        (old.id, old.application_id, old.amount, old.proposed_by, old.proposed_at)
    and ((new.state = 'granted' and old.state in ('proposed', 'granted'))
         or (new.state = 'cancelled' and old.state in ('proposed', 'granted'))
         or (new.state = 'closed' and old.state = 'granted'))
    and (old.granted_by is null or new.granted_by = old.granted_by) then
    return new;
  end if;
  raise exception 'an award keeps what was proposed and granted: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger awards_fixed before insert or update on awards for each row execute function awards_guard();
create trigger awards_kept before delete on awards for each row execute function ledger_refuse_change();
create trigger awards_no_truncate before truncate on awards for each statement execute function ledger_refuse_change();

create function award_funds_add_up() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from award_funds where award_id = new.id) is distinct from new.amount then
    raise exception 'the funds of an award add up to it' using errcode = 'TK001';
  end if;
  return null;
end $$;
create constraint trigger awards_add_up after insert on awards deferrable initially deferred for each row
  execute function award_funds_add_up();

-- Alone is whoever has no second person for grants and releases: nobody else is an administrator or in finance.
create function alone_guard() returns trigger language plpgsql as $$
begin
  if (select count(*) from profiles where role = 'admin' and staff_roles && array['administrator', 'finance']) <> 1 then
    raise exception 'one person decides alone only where nobody else can approve' using errcode = 'TK001';
  end if;
  if tg_table_name = 'awards' then
    return new;
  end if;
  if new.released_at < new.proposed_at + interval '24 hours' and not exists (select from instance where mode = 'sandbox') then
    raise exception 'one person alone waits a day' using errcode = 'TK001';
  end if;
  if new.amount + (select coalesce(sum(amount), 0) from disbursements
                    where released_by = proposed_by and id <> new.id
                      and released_at > new.released_at - interval '7 days') > 20000000 then
    raise exception 'one person alone releases at most ₦200,000 in seven days' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger awards_alone before update on awards for each row when (old.granted_by is null
  and new.granted_by = new.proposed_by) execute function alone_guard();

create function awards_keep_due() returns trigger language plpgsql as $$
begin
  if new.state in ('granted', 'closed') then
    update public.aid_applications set award_due_at = null where id = new.application_id and award_due_at is not null;
  elsif new.state = 'cancelled' then
    update public.aid_applications set award_due_at = public.award_due_after(urgency, new.ended_at)
     where id = new.application_id and award_due_at is null and status = 'approved' and erased_at is null
       and not exists (select from public.awards where application_id = new.application_id and state in ('granted', 'closed'));
  end if;
  return null;
end $$;
create trigger awards_due after insert or update of state on awards for each row execute function awards_keep_due();
create trigger awards_impartial before insert or update of granted_by on awards for each row
  execute function refuse_tied('request', 'proposed_by', 'granted_by');

create function awards_within_request() returns trigger language plpgsql as $$
begin
  if new.state not in ('proposed', 'granted') or exists (select from restoring) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.state = old.state then
    return new;
  end if;
  perform from aid_applications where id = new.application_id for no key update;
  if new.amount + coalesce((select sum(award_kept(awards)) from awards
                             where application_id = new.application_id and state in ('granted', 'closed') and id <> new.id), 0)
     > request_limit(new.application_id) then
    raise exception 'the awards of a request are at most what it asks for' using errcode = 'TK005';
  end if;
  return new;
end $$;
create trigger awards_within_request before insert or update of state on awards for each row
  execute function awards_within_request();

-- While people look at a transfer, its payment and its award are not cancelled: the money may have left.
create function no_cancel_in_review() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and new.state in ('cancelled', 'closed') and exists (
       select from payout_attempts join disbursements as paid on paid.id = payout_attempts.disbursement_id
        where case tg_table_name when 'awards' then paid.award_id else paid.id end = new.id
          and payout_attempts.review_reason is not null and payout_attempts.late_booked is null
          and paid.state in ('sending', 'failed')) then
    raise exception 'a transfer of it is in review' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger awards_in_review before update on awards for each row execute function no_cancel_in_review();

-- The share of each fund in an award, in the order of use.
create table award_funds (
  award_id uuid references awards(id),
  place smallint not null check (place >= 0 and place <= 5),
  fund text references funds(name),
  amount bigint not null check (amount > 0),
  -- Returned to the fund when the award ended, and in how many steps.
  uncommitted bigint not null default 0,
  uncommit_steps smallint not null default 0,
  constraint award_funds_check check (uncommitted >= 0 and uncommitted <= amount),
  primary key (award_id, fund),
  unique (award_id, place)
);
comment on table award_funds is 'see payees';
create index award_funds_of_fund on award_funds (fund);

-- The shares of the funds are the award, and stay.
create function award_funds_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.award_id, new.place, new.fund, new.amount) is not distinct from
                          (old.award_id, old.place, old.fund, old.amount) and new.uncommitted >= old.uncommitted then
    return new;
  end if;
  raise exception 'what a fund gives to an award stays: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger award_funds_fixed before delete or update on award_funds for each row execute function award_funds_guard();
create trigger award_funds_no_truncate before truncate on award_funds for each statement execute function ledger_refuse_change();

create table disbursements (
  id uuid primary key,
  award_id uuid not null references awards(id),
  kind text not null check (kind in ('bank', 'manual_bank', 'cash', 'voucher', 'goods', 'service')),
  -- In kobo. Of goods, vouchers and services: what they cost.
  amount bigint not null check (amount > 0),
  -- The item and its quantity: '2 bags of rice, 25 kg each'.
  item text check (char_length(item) >= 1 and char_length(item) <= 200),
  state text not null default 'proposed' check (state in ('proposed', 'released', 'sending', 'failed', 'sent', 'confirmed',
    'disputed', 'returned', 'lost', 'cancelled')),
  proposed_by uuid not null references users(id),
  proposed_at timestamptz not null,
  released_by uuid references users(id),
  released_at timestamptz,
  -- The number on the slip, from its release on.
  slip text unique check (slip ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  -- A keyed hash of the six digits that the recipient confirms with, and how many wrong ones were tried.
  code_hash bytea,
  code_tries smallint not null default 0 check (code_tries >= 0 and code_tries <= 5),
  -- The day it was handed over, and who recorded it when.
  sent_on date,
  sent_at timestamptz,
  sent_by uuid references users(id),
  -- The person whose cash it was. Null: it came from the bank.
  holder uuid references users(id),
  returned bigint not null default 0 check (returned >= 0),
  return_steps smallint not null default 0,
  lost bigint not null default 0,
  ended_at timestamptz,
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  payee_id uuid references payees(id),
  -- Recipients who have not answered are asked once more, and mail tells them of an answer that another person gave for them.
  reminded_at timestamptz,
  -- Who approved it afterwards, of what one administrator released alone.
  countersigned_by uuid references users(id),
  countersigned_at timestamptz,
  constraint disbursements_check check (lost >= 0 and (returned + lost) <= amount),
  constraint disbursements_check1 check ((released_by is null) = (released_at is null)),
  constraint disbursements_check2 check ((released_by is null) = (slip is null) and (slip is null) = (code_hash is null)),
  constraint disbursements_check3 check ((state not in ('released', 'sent', 'confirmed', 'disputed', 'returned', 'lost'))
    or released_by is not null),
  constraint disbursements_check4 check ((state in ('sent', 'confirmed', 'disputed', 'returned', 'lost')) = (sent_at is not null)),
  constraint disbursements_check6 check (holder is null or kind = 'cash' and sent_at is not null),
  constraint disbursements_check7 check (kind <> 'cash' or sent_at is null or holder is not null),
  constraint disbursements_check8 check (sent_at is not null or returned = 0 and lost = 0),
  constraint disbursements_check9 check ((kind in ('voucher', 'goods', 'service')) = (item is not null)),
  constraint disbursements_payee check ((kind <> 'bank' or payee_id is not null) and (payee_id is null or (kind in ('bank',
    'manual_bank')))),
  constraint disbursements_of_bank check (case
    when kind = 'bank' then state <> 'released' and sent_by is null else state not in ('sending', 'failed') end),
  constraint disbursements_sent check ((sent_at is null) = (sent_on is null) and (kind = 'bank'
    or (sent_at is null) = (sent_by is null))),
  constraint disbursements_two_people check (released_by <> proposed_by or amount <= 5000000
    and released_at >= (proposed_at + '00:01:00'::interval)),
  constraint disbursements_countersigned check ((countersigned_by is null) = (countersigned_at is null)
    and (countersigned_by is null or released_by = proposed_by and countersigned_by <> released_by)),
  constraint disbursements_idempotency_key_taken unique (award_id, idempotency_key_hash)
);
comment on table disbursements is 'see payees';
create index disbursements_of_award on disbursements (award_id, proposed_at);
create index disbursements_released_by on disbursements (released_by, released_at) where (released_by is not null);
create index disbursements_sent on disbursements (sent_at) where (sent_at is not null);
create index disbursements_ended on disbursements (ended_at) where (ended_at is not null);
create index disbursements_to_remind on disbursements (sent_at) where ((state = 'sent') and (reminded_at is null));
create index disbursements_alone on disbursements (released_at) where (released_by = proposed_by);
create index disbursements_open on disbursements (state, proposed_at, id) where (state in ('proposed', 'released', 'sending',
  'failed', 'sent', 'disputed'));
create index disbursements_unanswered on disbursements (sent_at, id) where (state = 'sent');
create index disbursements_to_countersign on disbursements (proposed_at, id) where ((released_by = proposed_by)
  and (countersigned_by is null));
create index disbursements_by_payee on disbursements (payee_id) where (payee_id is not null);

-- Under one award never more than it: what came back can be paid out again.
create function disbursements_guard() returns trigger language plpgsql as $$
declare
  award record;
begin
  if tg_op = 'UPDATE' and (new.id, new.award_id, new.kind, new.amount, new.item, new.payee_id, new.proposed_by, new.proposed_at)
       is distinct from (old.id, old.award_id, old.kind, old.amount, old.item, old.payee_id, old.proposed_by, old.proposed_at) then
    raise exception 'a disbursement keeps what was proposed' using errcode = 'TK001';
  end if;
  if tg_op = 'UPDATE' and old.sent_at is not null
     and (new.sent_at, new.sent_on, new.sent_by, new.released_by, new.holder) is distinct from
         (old.sent_at, old.sent_on, old.sent_by, old.released_by, old.holder) then
    raise exception 'a hand-over stays as it was recorded' using errcode = 'TK001';
  end if;
  select id, amount, state into award from awards where id = new.award_id for no key update;
  if new.state in ('proposed', 'released', 'sending') and award.state <> 'granted' then
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
create trigger disbursements_no_truncate before truncate on disbursements for each statement
  execute function ledger_refuse_change();
create trigger disbursements_alone before update on disbursements for each row when (old.released_by is null
  and new.released_by = new.proposed_by) execute function alone_guard();

create function disbursements_countersigned_once() returns trigger language plpgsql as $$
begin
  raise exception 'a countersignature stays' using errcode = 'TK001';
end $$;
create trigger disbursements_countersigned before update of countersigned_by, countersigned_at on disbursements for each row
  when (old.countersigned_by is not null and (new.countersigned_by is distinct from old.countersigned_by
  or new.countersigned_at is distinct from old.countersigned_at)) execute function disbursements_countersigned_once();
create trigger disbursements_impartial before insert or update of released_by, sent_by, holder,
  countersigned_by on disbursements for each row execute function refuse_tied('payment', 'proposed_by', 'released_by', 'sent_by',
  'holder', 'countersigned_by');

create function disbursements_unread() returns trigger language plpgsql as $$
begin
  if exists (select from slip_reads where disbursement_id = new.id and read_by in (new.sent_by, new.holder)) then
    raise exception 'a person who has read the code of the slip does not hand it over' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger disbursements_unread before update of sent_by, holder on disbursements for each row
  execute function disbursements_unread();
create trigger disbursements_in_review before update on disbursements for each row execute function no_cancel_in_review();

-- Nothing more leaves a fund that is below zero: it is covered, the promise is lowered, or the payment waits. Other funds go on.
create function disbursements_of_short_fund() returns trigger language plpgsql as $$
begin
  if new.state in ('released', 'sending') and old.state in ('proposed', 'failed') and exists (
       select from award_funds where award_id = new.award_id and amount > uncommitted and fund_shortage(fund) > 0) then
    raise exception 'a fund of this payment is below zero' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger disbursements_of_short_fund before update on disbursements for each row
  execute function disbursements_of_short_fund();

-- The share of each fund at the hand-over, with what returned or was lost of it.
create table disbursement_funds (
  disbursement_id uuid references disbursements(id),
  fund text references funds(name),
  amount bigint not null check (amount > 0),
  returned bigint not null default 0 check (returned >= 0),
  lost bigint not null default 0,
  -- The sum of gifts counted towards it: the database refuses a kobo that is counted twice.
  counted bigint not null default 0,
  constraint disbursement_funds_check check (lost >= 0 and (returned + lost) <= amount),
  constraint disbursement_funds_check1 check (counted >= 0 and counted <= amount),
  primary key (disbursement_id, fund)
);
comment on table disbursement_funds is 'see payees';
create index disbursement_funds_of_fund on disbursement_funds (fund);
create index disbursement_funds_uneven on disbursement_funds (fund) where ((amount - returned) <> counted);
create trigger disbursement_funds_kept before delete on disbursement_funds for each row execute function ledger_refuse_change();
create trigger disbursement_funds_no_truncate before truncate on disbursement_funds for each statement
  execute function ledger_refuse_change();

-- The papers of a hand-over: receipts and signed slips. The hash stays when the document goes with the account that uploaded it.
create table disbursement_evidence (
  disbursement_id uuid references disbursements(id),
  sha256 bytea,
  document_id uuid references documents(id) on delete set null,
  created_at timestamptz not null,
  primary key (disbursement_id, sha256)
);
comment on table disbursement_evidence is 'see payees';
create index disbursement_evidence_of_document on disbursement_evidence (document_id);

-- Answers of the recipient. The last one counts.
create table confirmations (
  id uuid primary key,
  disbursement_id uuid not null references disbursements(id),
  answer text not null check (answer in ('all', 'part', 'none')),
  how text not null check (how in ('self', 'counter', 'assisted', 'call', 'witnessed')),
  -- Who recorded it for the recipient. Null: the recipient did.
  recorded_by uuid references users(id),
  created_at timestamptz not null,
  constraint confirmations_check check ((how in ('call', 'witnessed')) = (recorded_by is not null))
);
comment on table confirmations is 'see payees';
create index confirmations_of_disbursement on confirmations (disbursement_id, created_at);

-- A recipient who said that all of it came may say otherwise for a day: the answer that flatters the published figure is as easy to
-- take back as it is to give.
create function confirmations_guard() returns trigger language plpgsql as $$
declare
  payment disbursements;
begin
  if tg_op = 'INSERT' then
    if exists (select from restoring) then
      return new;
    end if;
    select * into payment from disbursements where id = new.disbursement_id;
    if payment.state = 'confirmed' and payment.ended_at + interval '24 hours' <= new.created_at then
      raise exception 'the answer that all of it came can be changed for 24 hours' using errcode = 'TK001';
    end if;
    if new.recorded_by = any (hands_of(payment)) is not true
       and (new.how not in ('counter', 'assisted')
            or (new.how = 'assisted') = exists (select from slip_reads where disbursement_id = payment.id)) then
      return new;
    end if;
  end if;
  raise exception 'a confirmation is recorded once, and not by who paid it out: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger confirmations_fixed before insert or delete or update on confirmations for each row
  execute function confirmations_guard();
create trigger confirmations_no_truncate before truncate on confirmations for each statement
  execute function ledger_refuse_change();
create trigger confirmations_impartial before insert on confirmations for each row execute function refuse_tied('disbursement',
  'recorded_by');

-- Cash drawn from the bank for handing over, or paid in again. Another person than its holder records it.
create table cash_movements (
  id uuid primary key,
  holder uuid not null references users(id),
  direction text not null check (direction in ('drawn', 'paid_in')),
  amount bigint not null check (amount > 0),
  moved_on date not null,
  recorded_by uuid not null references users(id),
  created_at timestamptz not null,
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  constraint cash_movements_check check (recorded_by <> holder),
  constraint cash_movements_idempotency_key_taken unique (recorded_by, idempotency_key_hash)
);
comment on table cash_movements is 'see payees';
create index cash_movements_of_holder on cash_movements (holder, created_at desc);
create trigger cash_movements_fixed before delete or update on cash_movements for each row execute function ledger_refuse_change();
create trigger cash_movements_no_truncate before truncate on cash_movements for each statement
  execute function ledger_refuse_change();

create table payout_attempts (
  id uuid primary key,
  disbursement_id uuid not null references disbursements(id),
  -- Used once, for ever: 'pay-' and 130 random bits.
  reference text not null unique check (reference ~ '^pay-[0-9a-z]{26}$'),
  amount bigint not null check (amount > 0),
  recipient_code text not null,
  state text not null default 'sending' check (state in ('sending', 'unknown', 'open', 'success', 'failed', 'refused', 'reversed')),
  -- When it was last sent to the provider, and how often: always under the same reference.
  posted_at timestamptz,
  posts integer not null default 0,
  -- The provider's words.
  provider_status text,
  provider_id text,
  transfer_code text,
  session_id text,
  refusal text,
  -- Set: machines leave it alone until people have looked.
  review_reason text,
  -- When the payout was booked, the fee that was booked with it, who bears it, and what of it came back. In kobo.
  booked_at timestamptz,
  fee bigint not null default 0 check (fee >= 0),
  fee_fund text references funds(name),
  fee_returned bigint not null default 0,
  asked_at timestamptz,
  next_check_at timestamptz,
  started_by uuid not null references users(id),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- When the provider first said that a transfer was paid that we had booked as failed or refused. Kept for /transparency/failures, also
  -- after people have settled it: review_reason is cleared when they ask the provider again.
  paid_late_at timestamptz,
  -- When the provider refused a repeat of a transfer. It checks business, hold and fields before the reference, so the refusal says nothing of
  -- the first post: only verify and the list of transfers, both a day later, say that no transfer exists.
  repeat_refused_at timestamptz,
  -- How a late answer was booked: paid after it had failed; lost, where the payment was made otherwise or cancelled; back after it was paid
  -- or written off.
  late_booked text check (late_booked in ('paid', 'lost', 'back')),
  constraint payout_attempts_check1 check (fee = 0 or fee_fund is not null),
  constraint payout_attempts_check2 check (fee = 0 or booked_at is not null),
  constraint payout_attempts_check3 check (state <> 'success' or booked_at is not null),
  constraint payout_attempts_fee_returned check (fee_returned >= 0 and fee_returned <= fee),
  constraint payout_attempts_check4 check (repeat_refused_at is null or posts > 1),
  constraint payout_attempts_late check ((paid_late_at is null or (state in ('failed', 'refused')) or late_booked = 'paid')
    and (late_booked is null or late_booked = 'paid' and (state in ('success', 'reversed')) or late_booked = 'lost'
    and (state in ('failed', 'refused')) or late_booked = 'back' and state = 'reversed') and (late_booked is null
    or booked_at is not null and fee_fund is not null))
);
comment on table payout_attempts is 'see payees';
create unique index payout_attempts_one_open on payout_attempts (disbursement_id) where (state in ('sending', 'unknown', 'open'));
create index payout_attempts_of_disbursement on payout_attempts (disbursement_id, created_at);
create index payout_attempts_due on payout_attempts (next_check_at) where (next_check_at is not null);
create index payout_attempts_failed on payout_attempts (created_at) where (state in ('failed', 'refused', 'reversed'));
create index payout_attempts_made on payout_attempts (disbursement_id) where (state = 'success');

-- A reference is for one amount and one recipient, and an end is an end.
create function payout_attempts_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.disbursement_id, new.reference, new.amount, new.recipient_code, new.started_by, new.created_at)
     is distinct from
     (old.id, old.disbursement_id, old.reference, old.amount, old.recipient_code, old.started_by, old.created_at)
     or (old.booked_at is not null and new.booked_at is distinct from old.booked_at)
     or (old.paid_late_at is not null and new.paid_late_at is distinct from old.paid_late_at)
     or (old.late_booked is not null and new.late_booked is distinct from old.late_booked)
     or new.posts < old.posts
     or (old.state in ('failed', 'refused') and new.state <> old.state and not (old.late_booked is null and new.late_booked = 'paid'))
     or (old.state = 'reversed' and new.state <> old.state)
     or (old.state = 'success' and new.state not in ('success', 'reversed')) then
    raise exception 'a payout attempt keeps its reference and its end' using errcode = 'TK001';
  end if;
  if old.late_booked is null and new.late_booked is not null and not exists (
       select from proposals join differences on differences.id = proposals.subject_id
        where proposals.kind = 'difference_closing' and proposals.state = 'confirmed' and proposals.choice = new.late_booked
          and differences.kind = 'transfer' and differences.subject = new.reference) then
    raise exception 'two people book what the provider paid or returned late' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger payout_attempts_fixed before update on payout_attempts for each row execute function payout_attempts_guard();
create trigger payout_attempts_kept before delete on payout_attempts for each row execute function ledger_refuse_change();
create trigger payout_attempts_no_truncate before truncate on payout_attempts for each statement
  execute function ledger_refuse_change();
create trigger payout_attempts_impartial before insert on payout_attempts for each row execute function refuse_tied('disbursement',
  'started_by');

create function payout_attempts_refused() returns trigger language plpgsql as $$
begin
  if new.state = 'refused' and old.state <> 'refused' and new.posts > 1
     and (new.repeat_refused_at is null or new.ended_at < new.repeat_refused_at + interval '1 day') then
    raise exception 'the refusal of a repeat says nothing of the first post for a day' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger payout_attempts_refused before update on payout_attempts for each row execute function payout_attempts_refused();

-- Amounts in kobo. The id is that of the proposal, which has the reason, who recorded it and who confirmed it.
create table cash_counts (
  id uuid primary key references proposals(id),
  holder uuid not null references users(id),
  counted bigint not null check (counted >= 0),
  -- The balance in the books at the count. It is confirmed only while they still agree.
  booked bigint not null check (booked >= 0),
  created_at timestamptz not null,
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  recorded_by uuid not null references users(id),
  constraint cash_counts_idempotency_key_taken unique (recorded_by, idempotency_key_hash)
);
comment on table cash_counts is 'see payees';
create index cash_counts_of_holder on cash_counts (holder, created_at desc);
create trigger cash_counts_fixed before delete or update on cash_counts for each row execute function ledger_refuse_change();
create trigger cash_counts_no_truncate before truncate on cash_counts for each statement execute function ledger_refuse_change();

-- The provider's balance for transfers, and the time from which it is too small for the payments that wait. One row.
create table transfer_balance (
  id boolean default true primary key check (id),
  held bigint not null,
  checked_at timestamptz not null,
  short_since timestamptz
);
comment on table transfer_balance is 'see ledger_accounts';

-- Who on the staff has seen the code of a slip. An answer with that code is theirs as much as the recipient's: it is `assisted`.
create table slip_reads (
  disbursement_id uuid references disbursements(id),
  read_by uuid references users(id),
  read_at timestamptz not null,
  primary key (disbursement_id, read_by)
);
comment on table slip_reads is 'see payees';

create function slip_reads_guard() returns trigger language plpgsql as $$
declare
  payment disbursements;
begin
  if tg_op = 'INSERT' then
    select * into payment from disbursements where id = new.disbursement_id for share;
    if exists (select from restoring) or new.read_by = any (hands_of(payment)) is not true then
      return new;
    end if;
  end if;
  raise exception 'the code of a slip is not for who pays it out, and who has read it stays: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger slip_reads_fixed before insert or delete or update on slip_reads for each row execute function slip_reads_guard();
create trigger slip_reads_no_truncate before truncate on slip_reads for each statement execute function ledger_refuse_change();
create trigger slip_reads_impartial before insert on slip_reads for each row execute function refuse_tied('disbursement',
  'read_by');

create table fund_covers (
  -- The difference that it ends.
  id uuid primary key references differences(id),
  fund text not null references funds(name),
  amount bigint not null check (amount > 0),
  covered_at timestamptz not null
);
comment on table fund_covers is 'see payees';
create trigger fund_covers_fixed before delete or update on fund_covers for each row execute function ledger_refuse_change();
create trigger fund_covers_no_truncate before truncate on fund_covers for each statement execute function ledger_refuse_change();

create function fund_covers_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from proposals join differences on differences.id = proposals.subject_id
                  where proposals.kind = 'difference_closing' and proposals.state = 'confirmed' and proposals.choice = 'cover'
                    and differences.id = new.id and differences.kind = 'short_fund' and differences.subject = new.fund) then
    raise exception 'two people cover a fund' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger fund_covers_guarded before insert on fund_covers for each row execute function fund_covers_guard();

-- The request of a row; null where it is about none.
create function request_of(about text, changed jsonb) returns uuid language plpgsql stable as $$
begin
  case about
    when 'request' then return changed ->> 'application_id';
    when 'award' then return changed ->> 'subject_id';
    when 'payee' then return (select application_id from payees where id = (changed ->> 'subject_id')::uuid);
    when 'payment' then return (select application_id from awards where id = (changed ->> 'award_id')::uuid);
    when 'approval' then return (
      select request_of(proposals.kind, to_jsonb(proposals)) from proposals where id = (changed ->> 'proposal_id')::uuid);
    when 'disbursement', 'write_off' then return (
      select application_id from disbursements join awards on awards.id = award_id
       where disbursements.id = coalesce(changed ->> 'disbursement_id', changed ->> 'subject_id')::uuid);
    else return null;
  end case;
end $$;

-- The people through whose hands a payment goes. None of them says for the recipient that it arrived.
create function hands_of(payment disbursements) returns uuid[] language sql immutable as $$
  select array[payment.proposed_by, payment.released_by, payment.sent_by, payment.holder]
$$;

-- The amount of an award, less what returned to its funds when it ended. In kobo.
create function award_kept(award awards) returns bigint language sql stable as $$
  select case award.state when 'cancelled' then 0
    else award.amount - coalesce((select sum(uncommitted) from award_funds where award_id = award.id), 0) end::bigint
$$;

-- Granted for a request, and to these people since a day for other requests. In kobo.
-- with_proposed: also what is proposed for the other requests.
create function awards_counted(request uuid, since timestamptz, with_proposed boolean) returns bigint language sql stable as $$
  select (coalesce((select sum(award_kept(awards)) from awards where application_id = request and state in ('granted', 'closed')), 0)
    + coalesce((
        select sum(award_kept(awards))
          from people_of_request(request) as people
          join aid_applications on aid_applications.user_id = people.user_id and aid_applications.id <> request
          join awards on awards.application_id = aid_applications.id
         where (awards.state in ('granted', 'closed') and granted_at > since)
            or (with_proposed and awards.state = 'proposed' and proposed_at > since)), 0))::bigint
$$;

-- The most that may be granted: the sum asked for, or without one the first award that two people granted.
-- Null: no award yet.
create function request_limit(request uuid) returns bigint language sql stable as $$
  select coalesce(nullif(amount_requested, 0),
                  (select amount from awards where application_id = request and state in ('granted', 'closed') order by granted_at limit 1))
    from aid_applications where id = request
$$;

-- Whether money was released to an account: its keyed hash then stays when the account with us is closed, so that who comes back with the
-- same bank account is seen.
create function was_paid(payee uuid) returns boolean language sql stable as $$
  select exists (select from disbursements where payee_id = payee and released_at is not null and state <> 'cancelled')
$$;

-- What is booked when the difference of a transfer is closed; null where nothing can be. `difference` is what our books say less what the
-- provider says, in kobo.
create function late_outcome(transfer text, difference bigint) returns text language sql stable as $$
  select case
           when attempt.review_reason is null or attempt.late_booked is not null then null
           when attempt.paid_late_at is not null and difference >= attempt.amount
             then case when disbursement.state = 'failed' and award.state = 'granted' then 'paid' else 'lost' end
           when attempt.state = 'success' and difference = -attempt.amount and disbursement.returned = 0
                and disbursement.state in ('sent', 'confirmed', 'disputed', 'lost') then 'back'
         end
    from payout_attempts as attempt join disbursements as disbursement on disbursement.id = attempt.disbursement_id
    join awards as award on award.id = disbursement.award_id
   where attempt.reference = transfer
$$;
