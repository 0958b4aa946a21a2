-- Payees: the bank accounts that receive what is granted, an applicant's own or that of a school, hospital or landlord.

create table payees (
  id uuid primary key,
  kind text not null check (kind in ('applicant', 'school', 'hospital', 'landlord')),
  -- Of an applicant: the request it was named for.
  application_id uuid references aid_applications (id),
  -- Of a vendor: what it is called.
  name text check (char_length(name) between 1 and 120),
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
  proposed_by uuid not null references users (id),
  created_at timestamptz not null,
  confirmed_by uuid references users (id),
  confirmed_at timestamptz,
  -- The applicant named another account later.
  replaced_at timestamptz,
  check ((kind = 'applicant') = (application_id is not null) and (kind = 'applicant') = (name is null)),
  check (kind <> 'applicant' or match <> 'none'),
  check ((confirmed_by is null) = (confirmed_at is null)),
  constraint payees_two_people check (confirmed_by <> proposed_by)
);
create unique index payees_of_request on payees (application_id) where replaced_at is null;
create index payees_by_account on payees (account_hmac);
create unique index payees_vendor_once on payees (account_hmac, kind) where kind <> 'applicant';

-- Where money goes is not edited: another account is another payee.
create function payees_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.application_id, new.name, new.bank_code, new.bank_name, new.account_ending, new.match, new.shared,
      new.recipient_code, new.usable_from, new.proposed_by, new.created_at)
     is distinct from
     (old.id, old.kind, old.application_id, old.name, old.bank_code, old.bank_name, old.account_ending, old.match, old.shared,
      old.recipient_code, old.usable_from, old.proposed_by, old.created_at)
     or (new.account_encrypted is not null and new.account_encrypted is distinct from old.account_encrypted)
     or (new.account_hmac is not null and new.account_hmac is distinct from old.account_hmac)
     or (new.resolved_name is not null and new.resolved_name is distinct from old.resolved_name)
     or (old.confirmed_at is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at))
     or (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at) then
    raise exception 'a payee stays as it was named' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger payees_fixed before update on payees for each row execute function payees_guard();
create trigger payees_kept before delete on payees for each row execute function ledger_refuse_change();
create trigger payees_no_truncate before truncate on payees for each statement execute function ledger_refuse_change();

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in (
  'payment_decision', 'role_change', 'difference_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee'));
