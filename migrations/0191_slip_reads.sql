-- Who on the staff has seen the code of a slip. An answer with that code is theirs as much as the recipient's: it is `assisted`.
create table slip_reads (
  disbursement_id uuid not null references disbursements (id),
  read_by uuid not null references users (id),
  read_at timestamptz not null,
  primary key (disbursement_id, read_by)
);
-- What the audit has of it. Until now the proposer and the releaser saw no code.
insert into slip_reads (disbursement_id, read_by, read_at)
select disbursements.id, actor_id, min(audit_events.created_at)
  from audit_events join disbursements on disbursements.id::text = subject_id
 where action = 'disbursement.slip_read' and actor_id not in (proposed_by, coalesce(released_by, proposed_by))
   and exists (select from users where users.id = actor_id)
 group by 1, 2;

-- The people through whose hands a payment goes. None of them says for the recipient that it arrived.
create function hands_of(payment disbursements) returns uuid[] language sql immutable as $$
  select array[payment.proposed_by, payment.released_by, payment.sent_by, payment.holder]
$$;

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
create trigger slip_reads_fixed before insert or update or delete on slip_reads for each row execute function slip_reads_guard();
create trigger slip_reads_no_truncate before truncate on slip_reads for each statement execute function ledger_refuse_change();
create trigger slip_reads_impartial before insert on slip_reads
  for each row execute function refuse_tied('disbursement', 'read_by');

create function disbursements_unread() returns trigger language plpgsql as $$
begin
  if exists (select from slip_reads where disbursement_id = new.id and read_by in (new.sent_by, new.holder)) then
    raise exception 'a person who has read the code of the slip does not hand it over' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger disbursements_unread before update of sent_by, holder on disbursements
  for each row execute function disbursements_unread();

alter table confirmations drop constraint confirmations_how_check;
alter table confirmations add constraint confirmations_how_check check (how in ('self', 'counter', 'assisted', 'call', 'witnessed'));
create or replace function confirmations_guard() returns trigger language plpgsql as $$
declare
  payment disbursements;
begin
  if tg_op = 'INSERT' then
    if exists (select from restoring) then
      return new;
    end if;
    select * into payment from disbursements where id = new.disbursement_id;
    if new.recorded_by = any (hands_of(payment)) is not true
       and (new.how not in ('counter', 'assisted')
            or (new.how = 'assisted') = exists (select from slip_reads where disbursement_id = payment.id)) then
      return new;
    end if;
  end if;
  raise exception 'a confirmation is recorded once, and not by who paid it out: % is refused', tg_op using errcode = 'TK001';
end $$;
