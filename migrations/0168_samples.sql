-- Payments that are drawn by lot and whose recipients people from outside call. docs/transparency.md explains the draw.
create table samples (
  id uuid primary key,
  -- The quarter in which the payments were handed over.
  period text not null check (period ~ '^\d{4}-Q[1-4]$'),
  -- How many payments are drawn, or all of them where there are fewer.
  wanted integer not null check (wanted between 20 and 400),
  -- The public random value that decides: the chain of the beacon, and which round of it. It does not exist yet when it is named here.
  beacon text not null,
  round bigint not null check (round > 0),
  round_at timestamptz not null,
  announced_by uuid not null references users (id),
  announced_at timestamptz not null check (announced_at < round_at),
  -- `void`: nothing was drawn.
  state text not null default 'announced' check (state in ('announced', 'drawn', 'closed', 'void')),
  void_reason text check (void_reason in ('late', 'few')),
  -- The first checkpoint with the announcement: what it covers can be drawn.
  checkpoint_size bigint references log_checkpoints (size),
  randomness text check (randomness ~ '^[0-9a-f]{64}$'),
  -- SHA-256 over the root of the checkpoint and the random value.
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  payments integer check (payments > 0),
  households integer check (households between 0 and payments),
  drawn_at timestamptz,
  closes_at timestamptz,
  -- What the recipients said. Null where fewer than ten households answered.
  received_all integer check (received_all >= 0),
  received_part integer check (received_part >= 0),
  received_none integer check (received_none >= 0),
  -- The interval, in tenths of a percent.
  share_low integer check (share_low between 0 and 1000),
  share_high integer check (share_high between share_low and 1000),
  ended_at timestamptz,
  check ((state = 'void') = (void_reason is not null)),
  check ((state in ('drawn', 'closed')) = (seed is not null)),
  check (num_nulls(checkpoint_size, randomness, seed, payments, households, drawn_at, closes_at) in (0, 7)),
  check (num_nulls(received_all, received_part, received_none, share_low, share_high) in (0, 5)),
  check (received_all is null or (state = 'closed' and received_all + received_part + received_none <= payments)),
  check ((state in ('closed', 'void')) = (ended_at is not null))
);
-- A sample is drawn once: another draw could be a better one.
create unique index samples_drawn_once on samples (period) where state <> 'void';
create function samples_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.state = 'announced' then return new; end if;
  if tg_op = 'UPDATE'
     and (new.id, new.period, new.wanted, new.beacon, new.round, new.round_at, new.announced_by, new.announced_at)
         is not distinct from (old.id, old.period, old.wanted, old.beacon, old.round, old.round_at, old.announced_by, old.announced_at)
     and (old.state = 'announced' and new.state in ('drawn', 'void')
          or old.state = 'drawn' and new.state = 'closed'
             and (new.checkpoint_size, new.randomness, new.seed, new.payments, new.households, new.drawn_at, new.closes_at)
                 is not distinct from
                 (old.checkpoint_size, old.randomness, old.seed, old.payments, old.households, old.drawn_at, old.closes_at)) then
    return new;
  end if;
  raise exception 'a sample is announced, drawn and closed once: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger samples_fixed before insert or update or delete on samples for each row execute function samples_guard();
create trigger samples_no_truncate before truncate on samples for each statement execute function ledger_refuse_change();

create table sample_payments (
  disbursement_id uuid primary key references disbursements (id),
  sample_id uuid not null references samples (id),
  -- In the order of the draw, from 1.
  place integer not null check (place > 0),
  unique (sample_id, place)
);
create trigger sample_payments_fixed before update or delete on sample_payments
  for each row execute function ledger_refuse_change();
create trigger sample_payments_no_truncate before truncate on sample_payments
  for each statement execute function ledger_refuse_change();

-- What each recipient said, or that they were not reached. They say it once.
create table sample_answers (
  id uuid primary key,
  disbursement_id uuid not null references sample_payments (disbursement_id),
  answer text not null check (answer in ('all', 'part', 'none', 'not_reached')),
  recorded_by uuid not null references users (id),
  recorded_at timestamptz not null
);
create unique index sample_answers_once on sample_answers (disbursement_id) where answer <> 'not_reached';
create index sample_answers_of_payment on sample_answers (disbursement_id);
create function sample_answers_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT'
     and exists (select from sample_payments join samples on samples.id = sample_id
                  where disbursement_id = new.disbursement_id and state = 'drawn')
     and not exists (
       select from disbursements join awards on awards.id = disbursements.award_id
         join aid_applications on aid_applications.id = awards.application_id
        where disbursements.id = new.disbursement_id
          and (new.recorded_by in (aid_applications.user_id, awards.proposed_by, awards.granted_by,
                                   disbursements.proposed_by, disbursements.released_by, disbursements.sent_by)
               or exists (select from confirmations where disbursement_id = disbursements.id and recorded_by = new.recorded_by))) then
    return new;
  end if;
  raise exception 'an answer of a sample is recorded once, by a person without a part in the payment: % is refused', tg_op
    using errcode = 'TK001';
end $$;
create trigger sample_answers_fixed before insert or update or delete on sample_answers
  for each row execute function sample_answers_guard();
create trigger sample_answers_no_truncate before truncate on sample_answers
  for each statement execute function ledger_refuse_change();

-- The log has entries of which payments were drawn, and of what was said.
alter table log_entries drop constraint log_entries_type_check;
alter table log_entries add constraint log_entries_type_check check (type in (
  'gift', 'given_back', 'award', 'disbursement', 'outcome', 'confirmation', 'allocation', 'counted', 'share',
  'rows', 'inflow', 'totals', 'policy', 'sample', 'sampled', 'sample_answer'));
