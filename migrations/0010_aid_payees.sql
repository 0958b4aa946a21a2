create table payees (
  id uuid primary key,
  kind text not null check (kind in ('applicant', 'guardian', 'school', 'hospital', 'landlord')),
  -- For an applicant: the request it was named for.
  application_id uuid references aid_applications(id),
  -- For a vendor: its name.
  name text check (char_length(name) >= 1 and char_length(name) <= 120),
  bank_code text not null,
  bank_name text not null,
  -- Encrypted; empty once the account with us was closed.
  account_encrypted bytea,
  -- Keyed: it finds the same account used twice, and nothing else.
  account_hmac bytea,
  -- The last four digits.
  account_ending text not null check (account_ending ~ '^\d{4}$'),
  -- The name that its bank gave.
  resolved_name text,
  -- How that name compares with the person's or the vendor's.
  match text not null check (match in ('match', 'look', 'none')),
  -- Another applicant had named the same account.
  shared boolean not null,
  recipient_code text not null,
  usable_from timestamptz not null,
  proposed_by uuid not null references users(id),
  created_at timestamptz not null,
  confirmed_by uuid references users(id),
  confirmed_at timestamptz,
  -- The applicant named another account later.
  replaced_at timestamptz,
  relation text check (relation in ('spouse', 'parent', 'child', 'relative', 'carer')),
  -- The bank is asked for the name of an account again before a payment, if it gave it more than a day ago. What it answered in its place
  -- stays with the account until the bank gives the same name again.
  resolved_at timestamptz,
  doubt text check (doubt in ('name_changed', 'not_found')),
  -- The name that the bank's name was compared with. Empty for accounts that early versions stored, and once the account with us was closed.
  compared_with text,
  constraint payees_check1 check (kind <> 'applicant' or match <> 'none'),
  constraint payees_check2 check ((confirmed_by is null) = (confirmed_at is null)),
  constraint payees_two_people check (confirmed_by <> proposed_by),
  constraint payees_of_whom check ((kind in ('applicant', 'guardian')) = (application_id is not null)
    and (kind = 'guardian') = (relation is not null) and (kind <> 'applicant' or name is null) and ((kind in ('applicant',
    'guardian')) or name is not null))
);
comment on table payees is
'awards and disbursements: amount, funds, kind, what was handed over, dates, who proposed, released and handed over; the
  hashes of slips; the bank accounts that receive it: bank, number (encrypted), last digits, the name that the bank gives
  and the one it was compared with, and who receives it for the applicant: name and relation; whether the applicant asks for
  cash or names a vendor; whether its recipient received all, part or nothing, how they said so, when
why: to pay out what was granted, by two people, to prove it, and to know that aid arrives
kept: permanently: it is an accounting record. It refers to the request, which names no one once the account is closed; the
  number and name of the account that they named, the name of who received it for them and their wish are erased then. Of an
  account that was paid, a keyed hash of its number stays as long as the payment: it shows that the same account is named
  again, and nothing else. A signed slip goes with the account of the administrator who uploaded it; its hash stays
people: people who ask for aid; administrators
basis: contract, legal
recipients: administrators, payments';
create unique index payees_of_request on payees (application_id) where (replaced_at is null);
create index payees_by_account on payees (account_hmac);
create index payees_by_proposer on payees (proposed_by);
create index payees_by_request on payees (application_id) where (application_id is not null);
create unique index payees_vendor_once on payees (account_hmac, kind) where ((kind not in ('applicant', 'guardian'))
  and (replaced_at is null));

-- A payee stays as it was named. The names go with the account of the person, and two people may look again after a change.
create function payees_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.application_id, new.relation, new.bank_code, new.bank_name, new.account_ending, new.match, new.shared,
      new.recipient_code, new.usable_from, new.proposed_by, new.created_at)
     is distinct from
     (old.id, old.kind, old.application_id, old.relation, old.bank_code, old.bank_name, old.account_ending, old.match, old.shared,
      old.recipient_code, old.usable_from, old.proposed_by, old.created_at)
     or (new.name is distinct from old.name and (new.kind <> 'guardian' or new.name is not null))
     or (new.account_encrypted is not null and new.account_encrypted is distinct from old.account_encrypted)
     or (new.account_hmac is not null and new.account_hmac is distinct from old.account_hmac)
     or (new.resolved_name is not null and new.resolved_name is distinct from old.resolved_name)
     or (new.compared_with is not null and new.compared_with is distinct from old.compared_with)
     or (old.confirmed_at is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at)
         and (new.confirmed_at is null or new.confirmed_at <= old.confirmed_at))
     or (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at) then
    raise exception 'a payee stays as it was named' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger payees_fixed before update on payees for each row execute function payees_guard();
create trigger payees_kept before delete on payees for each row execute function ledger_refuse_change();
create trigger payees_no_truncate before truncate on payees for each statement execute function ledger_refuse_change();
create trigger payees_impartial before insert or update of confirmed_by on payees for each row
  execute function refuse_tied('request', 'confirmed_by');

-- Amounts in kobo, as large as a whole fund. The id is that of the proposal, which has the reason, who proposed it and who confirmed it.
create table payout_limits (
  id uuid primary key references proposals(id),
  second_step_above bigint not null check (second_step_above >= 0),
  three_people_above bigint not null,
  released_a_day_max bigint not null check (released_a_day_max > 0),
  changed_account_hours smallint not null check (changed_account_hours >= 1 and changed_account_hours <= 720),
  constraint payout_limits_check check (three_people_above >= second_step_above)
);
comment on table payout_limits is 'see proposals';
create trigger payout_limits_fixed before delete or update on payout_limits for each row execute function ledger_refuse_change();
create trigger payout_limits_no_truncate before truncate on payout_limits for each statement
  execute function ledger_refuse_change();

-- The applicant's wish for cash or a vendor in place of an account of theirs. Staff decide; it moves no money.
create table receiving_wishes (
  application_id uuid primary key references aid_applications(id),
  way text not null check (way in ('cash', 'vendor')),
  -- The vendor's account, which two people confirm before it is used.
  payee_id uuid references payees(id),
  updated_at timestamptz not null,
  constraint receiving_wishes_check check ((way = 'vendor') = (payee_id is not null))
);
comment on table receiving_wishes is 'see payees';

-- Changes of an account after it was checked: its name, the account, or that a second person named the same one.
create view payee_changes as
  select p.id as payee_id, changed.what, changed.before, changed.at
    from payees p
    join aid_applications a on a.id = p.application_id
    cross join lateral (
      select 'name' as what, a.approved_name as before, greatest(p.created_at, a.decided_at) as at
       where p.kind = 'applicant' and plain_name(p.compared_with) <> plain_name(a.approved_name)
      union all
      (select 'account', e.account_ending, p.created_at
         from payees e
        where p.compared_with is not null and e.application_id = p.application_id and e.created_at < p.created_at
          and (e.proposed_by <> p.proposed_by or a.status = 'approved' and p.created_at > a.decided_at)
        order by e.created_at desc limit 1)
      union all
      (select 'shared', '', t.created_at
         from payees t
        where t.account_hmac = p.account_hmac and t.application_id is not null and t.proposed_by <> p.proposed_by
          and (t.created_at, t.id) > (p.created_at, p.id)
        order by t.created_at desc limit 1)) as changed;

-- Staff who are tied to a request do nothing about it: its applicant, the person who entered it, someone of the applicant's household,
-- and someone who has named the same bank account. The account of a vendor is no tie. One function has the ties; the server and the
-- trigger below read it at the moment of the act.
create function tied_requests(person uuid) returns table (application_id uuid, tie text) language sql stable as $$
  select id, 'applicant' from aid_applications where user_id = person
  union all
  select id, 'entered' from aid_applications where entered_by = person
  union all
  select request.id, 'household'
    from household_members as mine
    join household_members as theirs on theirs.household_id = mine.household_id and theirs.user_id <> person
    join aid_applications as request on request.user_id = theirs.user_id
   where mine.user_id = person
  union all
  -- Also an account that was replaced since.
  select request.id, 'account'
    from payees as own
    join payees as theirs on theirs.account_hmac = own.account_hmac and theirs.application_id is not null and theirs.proposed_by <> person
    join aid_applications as request on request.id = theirs.application_id
   where own.proposed_by = person and own.application_id is not null
  union all
  select request.id, 'account'
    from payees as own
    join payees as theirs on theirs.account_hmac = own.account_hmac and theirs.application_id is not null and theirs.proposed_by <> person
    join aid_applications as request on request.user_id = theirs.proposed_by
   where own.proposed_by = person and own.application_id is not null
$$;

-- The applicant of a request (1), people who named the same bank account (2), and the household (3): each once. Vendors are no one.
create function people_of_request(request uuid) returns table (user_id uuid, rank integer) language sql stable as $$
  with ours as (select aid_applications.user_id from aid_applications where id = request)
  select people.user_id, min(people.rank) from (
    select ours.user_id, 1 as rank from ours
    union all
    select theirs.proposed_by, 2
      from ours join payees as named on named.proposed_by = ours.user_id and named.application_id is not null
      join payees as theirs on theirs.account_hmac = named.account_hmac and theirs.application_id is not null
                           and theirs.proposed_by <> ours.user_id
    union all
    select theirs.user_id, 3
      from ours join household_members as mine on mine.user_id = ours.user_id
      join household_members as theirs on theirs.household_id = mine.household_id and theirs.user_id <> ours.user_id) as people
   group by people.user_id
$$;
