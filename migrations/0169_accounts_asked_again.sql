-- The bank is asked for the name of an account again before a payment, if it gave it more than a day ago. What it answered in its place
-- stays with the account until the bank gives the same name again.
alter table payees add column resolved_at timestamptz;
alter table payees add column doubt text check (doubt in ('name_changed', 'not_found'));
-- A vendor whose account has another name now is checked anew, as another payee.
drop index payees_vendor_once;
create unique index payees_vendor_once on payees (account_hmac, kind)
  where kind not in ('applicant', 'guardian') and replaced_at is null;
