-- Complaints: from anyone, also without a name. Asked after by a code, of which only a keyed hash is kept.
create table complaints (
  id uuid primary key,
  code_hash bytea not null unique,
  kind text not null check (kind in ('money', 'goods', 'conduct', 'privacy', 'other')),
  -- Staff: about someone who works here, read by the focal person alone. Focal: about the focal person, read by the other administrators.
  about text not null check (about in ('none', 'staff', 'focal')),
  -- Who was the focal person when it came: never reads one that is about them.
  focal_id uuid references users(id),
  text text not null check (char_length(text) <= 5000),
  -- Who writes and how to reach them, if they say so.
  contact text check (char_length(contact) between 1 and 254),
  channel text not null check (channel in ('page', 'call', 'counter')),
  entered_by uuid references users(id),
  state text not null default 'received' check (state in ('received', 'acknowledged', 'answered')),
  created_at timestamptz not null,
  acknowledged_at timestamptz,
  answered_at timestamptz,
  answer text check (char_length(answer) between 1 and 2000),
  -- When its readers were last mailed that it is late.
  late_told_at timestamptz,
  -- Its words are gone; kind and dates stay for the public counts.
  erased_at timestamptz,
  constraint complaints_entered check ((channel = 'page') = (entered_by is null)),
  constraint complaints_about_focal check (about = 'none' or focal_id is not null),
  constraint complaints_dates check (case state when 'received' then acknowledged_at is null and answered_at is null
    when 'acknowledged' then acknowledged_at is not null and answered_at is null
    else acknowledged_at is not null and answered_at is not null end),
  constraint complaints_words check (case when erased_at is null then text <> '' and (state = 'answered') = (answer is not null)
    else text = '' and contact is null and answer is null end)
);
comment on table complaints is
'complaints: what happened, who writes and how to reach them if they say so, our answer, who read it and when
why: to put right what we did wrong
kept: {RETENTION_MESSAGES_DAYS} after the answer; then kind and dates stay, nothing that identifies a person
people: people who write to us; people who ask for aid; administrators
basis: interest
recipients: administrators';
create index complaints_open on complaints (created_at) where (state <> 'answered');
create index complaints_answered on complaints (answered_at) where (state = 'answered');

-- Who read and did what about a complaint: not in the audit, which whom it is about may read.
create table complaint_acts (
  complaint_id uuid references complaints(id),
  user_id uuid references users(id),
  act text check (act in ('read', 'acknowledged', 'answered')),
  created_at timestamptz not null,
  primary key (complaint_id, user_id, act)
);
comment on table complaint_acts is 'see complaints';

-- A complaint is acknowledged in 3 days and answered in 15.
create function complaint_due_at(state text, created_at timestamptz) returns timestamptz language sql immutable parallel safe
  return (created_at + make_interval(hours => 24 * case state when 'received' then 3 else 15 end));
