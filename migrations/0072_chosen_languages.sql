-- The language in which a person reads our texts and mails (decision 0098). Null: not chosen; then that of the request counts, then English.
alter table profiles add column language text;
alter table profiles add constraint profiles_language_check check (language in ('en', 'ha', 'pcm')) not valid;
comment on table profiles is
'profile: name, phone, address, bio, year of birth, the language chosen for texts and mails, role, the roles of staff, whether staff
  checked who the person is, who did and when; its words for searching
why: to help, and to know who is asking
kept: until the account is closed
people: account holders
basis: contract
recipients: administrators';

-- The language of the form that sent it. Null: English.
alter table aid_applications add column language text;
alter table aid_applications add constraint aid_applications_language_check check (language in ('ha', 'pcm')) not valid;
comment on table aid_applications is
'requests for aid: kind, description, amount, place, urgency, status, language of the form, the version of the privacy notice consented
  to, the name and telephone as a reviewer approved them, and who asked for the person, with how they know each other, where it was not
  the person
why: to decide, and to pay out
kept: until the account is closed, {RETENTION_REFUSED_DAYS} after a refusal or {RETENTION_APPROVED_DAYS} after an approval;
  then case number, kind, amount, urgency, status, the code of the reason and dates stay, nothing that identifies a person
people: people who ask for aid; account holders; people their papers are about, such as a child
basis: consent
recipients: administrators';
