-- A complaint can hold the payouts of its request for some days (decision 0072).
alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('payment_decision', 'role_change', 'difference_closing',
  'month_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee', 'invitation', 'cash_count', 'payout_limits',
  'profile_merge', 'fund', 'organisation', 'payout_hold')) not valid;
alter table proposals validate constraint proposals_kind_check;

-- The request that it is about, where that is known.
alter table complaints add column application_id uuid references aid_applications(id);
create index complaints_of_request on complaints (application_id) where (application_id is not null);
comment on table complaints is
'complaints: what happened, who writes and how to reach them if they say so, the request that it is about, until when it holds
  payouts, our answer, who read it and when
why: to put right what we did wrong
kept: {RETENTION_MESSAGES_DAYS} after the answer; then kind and dates stay, nothing that identifies a person
people: people who write to us; people who ask for aid; administrators
basis: interest
recipients: administrators';

create table payout_holds (
  complaint_id uuid primary key references complaints(id),
  application_id uuid not null references aid_applications(id),
  -- Null: its recipient complained, which holds them without a decision.
  held_by uuid references users(id),
  -- The decider's reason; null for a recipient's complaint.
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  until timestamptz not null,
  -- Once, by two people.
  renewed_at timestamptz,
  ended_at timestamptz,
  constraint payout_holds_reason check ((held_by is null) = (reason is null)),
  constraint payout_holds_days check (until > created_at
    and until <= created_at + interval '120 hours' * case when renewed_at is null then 1 else 2 end),
  constraint payout_holds_renewed check (renewed_at >= created_at),
  constraint payout_holds_ended check (ended_at >= created_at)
);
comment on table payout_holds is 'see complaints';
create index payout_holds_of_request on payout_holds (application_id);

-- Until when the payouts of a request are held at a time; null: they are not. A hand-over of an earlier day can be recorded.
create function held_until(application uuid, at timestamptz, handed_over_on date) returns timestamptz language sql stable as $$
  select max(until) from payout_holds
   where application_id = application and created_at <= at and at < least(until, coalesce(ended_at, 'infinity'))
     and (handed_over_on is null or handed_over_on >= (created_at at time zone 'Africa/Lagos')::date)
$$;

create function refuse_held_transfer() returns trigger language plpgsql as $$
begin
  if held_until((select application_id from awards join disbursements on disbursements.award_id = awards.id
                  where disbursements.id = new.disbursement_id), new.created_at, null) is not null then
    raise exception 'the payouts of this request are held' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger payout_attempts_not_held before insert on payout_attempts for each row execute function refuse_held_transfer();

create function refuse_held_payout() returns trigger language plpgsql as $$
begin
  if held_until((select application_id from awards where id = new.award_id), coalesce(new.sent_at, new.released_at), new.sent_on)
     is not null then
    raise exception 'the payouts of this request are held' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger disbursements_not_held before update of state on disbursements for each row
  when (new.kind <> 'bank' and (old.state = 'proposed' and new.state = 'released' or old.state = 'released' and new.state = 'sent'))
  execute function refuse_held_payout();
