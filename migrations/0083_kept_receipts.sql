-- Keeps the receipt of a hand-over as long as the text of its request, also after the account that uploaded it is closed (decision 0107).
create table kept_receipts (
  document_id uuid references documents(id) on delete cascade,
  application_id uuid references aid_applications(id),
  primary key (document_id, application_id)
);
create index kept_receipts_of_request on kept_receipts (application_id);
comment on table kept_receipts is 'see stored_files';

-- The version before records hand-overs too while an instance is updated.
create function disbursement_evidence_is_kept() returns trigger language plpgsql as $$
begin
  if not exists (select from restoring) then
    insert into public.kept_receipts (document_id, application_id)
      select new.document_id, request.id from public.disbursements
        join public.awards on awards.id = disbursements.award_id
        join public.aid_applications request on request.id = awards.application_id
       where disbursements.id = new.disbursement_id and request.erased_at is null and new.document_id is not null
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger disbursement_evidence_kept after insert on disbursement_evidence for each row
  execute function disbursement_evidence_is_kept();

insert into kept_receipts (document_id, application_id)
  select distinct evidence.document_id, request.id from disbursement_evidence evidence
    join disbursements on disbursements.id = evidence.disbursement_id
    join awards on awards.id = disbursements.award_id
    join aid_applications request on request.id = awards.application_id
   where request.erased_at is null and evidence.document_id is not null;

comment on table data_keys is
'data keys: one for each person, wrapped by a key derived from `SECRET_KEY`
why: to encrypt documents and notes
kept: until the account is closed, which makes all copies unreadable, except where an old backup has the key; that of staff who
  recorded hand-overs, until the last of their receipts is deleted
people: account holders
basis: contract, legal';
comment on table stored_files is
'documents: medical and school papers (encrypted), file names, scan results; unfinished uploads; receipts of hand-overs, and the
  requests that they prove a payout of
why: evidence for a request. Pictures lose their location and camera data; pictures inside a PDF or Word file keep theirs,
  and the form says so
kept: until their owner deletes them, or the account is closed; the bytes are deleted within minutes, those of an unfinished
  upload after a day at the latest. One that is not sent with a request is deleted after {RETENTION_DRAFT_HOURS}; one that a
  request refers to stays as long as the request''s text. So does the receipt of a hand-over, also after the account that uploaded
  it is closed
people: people who ask for aid; people their papers are about, such as a child
basis: consent
recipients: administrators, store
elsewhere: and the folder or bucket';
comment on table payees is
'awards and disbursements: amount, funds, kind, what was handed over, dates, who proposed, released and handed over; the
  hashes of slips; the bank accounts that receive it: bank, number (encrypted), last digits, the name that the bank gives
  and the one it was compared with, and who receives it for the applicant: name and relation; whether the applicant asks for
  cash or names a vendor; whether its recipient received all, part or nothing, how they said so, when
why: to pay out what was granted, by two people, to prove it, and to know that aid arrives
kept: permanently: it is an accounting record. It refers to the request, which names no one once the account is closed; the
  number and name of the account that they named, the name of who received it for them and their wish are erased then. Of an
  account that was paid, a keyed hash of its number stays as long as the payment: it shows that the same account is named
  again, and nothing else. A receipt or signed slip is deleted with the request''s text; its hash stays
people: people who ask for aid; administrators
basis: contract, legal
recipients: administrators, payments';
