-- How an applicant wants to receive what is granted: by an account of their own, by that of someone who receives it for them, by paying
-- a vendor, or in cash.

-- Someone who receives it for the applicant. Its name and account go when the applicant closes the account with us.
alter table payees drop constraint payees_kind_check;
alter table payees add constraint payees_kind_check check (kind in ('applicant', 'guardian', 'school', 'hospital', 'landlord'));
alter table payees add column relation text check (relation in ('spouse', 'parent', 'child', 'relative', 'carer'));
alter table payees drop constraint payees_check;
alter table payees add constraint payees_of_whom check (
  (kind in ('applicant', 'guardian')) = (application_id is not null)
  and (kind = 'guardian') = (relation is not null)
  and (kind <> 'applicant' or name is null)
  and (kind in ('applicant', 'guardian') or name is not null));
drop index payees_vendor_once;
create unique index payees_vendor_once on payees (account_hmac, kind) where kind not in ('applicant', 'guardian');
create index payees_by_proposer on payees (proposed_by);

create or replace function payees_guard() returns trigger language plpgsql as $$
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
     or (old.confirmed_at is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at))
     or (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at) then
    raise exception 'a payee stays as it was named' using errcode = 'TK001';
  end if;
  return new;
end $$;

-- Where it is not an account that the applicant named. Staff decide; it moves no money.
create table receiving_wishes (
  application_id uuid primary key references aid_applications (id),
  way text not null check (way in ('cash', 'vendor')),
  -- The vendor's account, which two people confirm before it is used.
  payee_id uuid references payees (id),
  updated_at timestamptz not null,
  check ((way = 'vendor') = (payee_id is not null))
);
