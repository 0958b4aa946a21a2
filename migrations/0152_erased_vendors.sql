-- A vendor that an applicant named and no one confirmed, such as their landlord, loses number and names with the account of that applicant.
alter table payees drop constraint payees_of_whom;
alter table payees add constraint payees_of_whom check ((kind in ('applicant', 'guardian')) = (application_id is not null)
  and (kind = 'guardian') = (relation is not null) and (kind <> 'applicant' or name is null) and ((kind in ('applicant',
  'guardian')) or name is not null or account_encrypted is null)) not valid;
alter table payees validate constraint payees_of_whom;

create or replace function payees_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.application_id, new.relation, new.bank_code, new.bank_name, new.account_ending, new.match, new.shared,
      new.recipient_code, new.usable_from, new.proposed_by, new.created_at)
     is distinct from
     (old.id, old.kind, old.application_id, old.relation, old.bank_code, old.bank_name, old.account_ending, old.match, old.shared,
      old.recipient_code, old.usable_from, old.proposed_by, old.created_at)
     or (new.name is distinct from old.name and (new.kind = 'applicant' or new.name is not null or old.confirmed_at is not null
       and new.kind <> 'guardian'))
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

comment on table payees is
'awards and disbursements: amount, funds, kind, what was handed over, dates, who proposed, released and handed over; the
  hashes of slips; the bank accounts that receive it: bank, number (encrypted), last digits, the name that the bank gives
  and the one it was compared with, and who receives it for the applicant: name and relation; whether the applicant asks for
  cash or names a vendor; whether its recipient received all, part or nothing, how they said so, when
why: to pay out what was granted, by two people, to prove it, and to know that aid arrives
kept: permanently: it is an accounting record. It refers to the request, which names no one once the account is closed; the
  number and name of the account that they named, the name of who received it for them and their wish are erased then, as
  are the number and names of a vendor that they alone named and no one confirmed. Of that vendor, and of an account that
  was paid, a keyed hash of the number stays: it shows that the same account is named again, and nothing else. A receipt or signed slip is deleted with the request''s text; its hash stays
people: people who ask for aid; administrators
basis: contract, legal
recipients: administrators, payments';
