-- What one administrator proposes and a second one confirms, of every kind in one table: decisions about payments, changes of role.

create table proposals (
  id uuid primary key,
  kind text not null check (kind in ('payment_decision', 'role_change')),
  -- What it is about: an attempt of a payment, or the user whose role changes.
  subject_id uuid not null,
  -- What is proposed: settle or return; the new role.
  choice text not null check (choice ~ '^[a-z_]+$'),
  reason text not null check (char_length(reason) between 1 and 500),
  -- lapsed: it expired, or its proposer was no longer an administrator, when the next one was proposed.
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'withdrawn', 'lapsed')),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who confirmed or withdrew it. Null if it lapsed, and for role changes withdrawn before this table.
  decided_by uuid references users (id),
  decided_at timestamptz,
  check (expires_at > proposed_at),
  check ((state = 'proposed') = (decided_at is null)),
  constraint proposals_two_people check (state <> 'confirmed' or (decided_by is not null and decided_by <> proposed_by))
);
create unique index proposals_one_open on proposals (kind, subject_id) where state = 'proposed';
create index proposals_of_subject on proposals (subject_id, proposed_at desc);

insert into proposals (id, kind, subject_id, choice, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at)
select id, 'payment_decision', attempt_id, action, reason, state, proposed_by, proposed_at, proposed_at + interval '7 days', decided_by, decided_at
  from payment_decisions;
insert into proposals (id, kind, subject_id, choice, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at)
select id, 'role_change', user_id, role, coalesce(nullif(reason, ''), 'None given.'),
       case when confirmed_at is not null then 'confirmed' when withdrawn_at is not null then 'withdrawn' else 'proposed' end,
       proposed_by, created_at, created_at + interval '7 days', confirmed_by, coalesce(confirmed_at, withdrawn_at)
  from role_changes;
drop table payment_decisions;
drop table role_changes;

-- A proposal is decided once. What was proposed, and by whom, never changes.
create function proposals_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.state = 'proposed'
       and (new.id, new.kind, new.subject_id, new.choice, new.reason, new.proposed_by, new.proposed_at, new.expires_at)
           is not distinct from
           (old.id, old.kind, old.subject_id, old.choice, old.reason, old.proposed_by, old.proposed_at, old.expires_at) then
      return new;
    end if;
  end if;
  raise exception 'a proposal stays as it was made and decided: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger proposals_append_only before update or delete on proposals
  for each row execute function proposals_refuse_change();
create trigger proposals_no_truncate before truncate on proposals
  for each statement execute function proposals_refuse_change();
