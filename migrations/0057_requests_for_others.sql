-- Someone with an account asks for a person who agreed to it (decision 0084).
alter table aid_applications drop constraint aid_applications_channel_check;
alter table aid_applications add constraint aid_applications_channel_check
  check (channel in ('self', 'walk_in', 'call', 'field', 'helper')) not valid;
alter table aid_applications validate constraint aid_applications_channel_check;

-- How the helper, who is entered_by, says that they know the person.
alter table aid_applications add column helper_relation text;
alter table aid_applications add constraint aid_applications_helper
  check ((channel = 'helper') = (helper_relation is not null)
    and helper_relation in ('relative', 'neighbour', 'religious_leader', 'teacher', 'health_worker', 'other')) not valid;
alter table aid_applications validate constraint aid_applications_helper;

comment on table aid_applications is
'requests for aid: kind, description, amount, place, urgency, status, the version of the privacy notice consented to, the
  name and telephone as a reviewer approved them, and who asked for the person, with how they know each other, where it was not the person
why: to decide, and to pay out
kept: until the account is closed, {RETENTION_REFUSED_DAYS} after a refusal or {RETENTION_APPROVED_DAYS} after an approval;
  then case number, kind, amount, urgency, status, the code of the reason and dates stay, nothing that identifies a person
people: people who ask for aid; account holders; people their papers are about, such as a child
basis: consent
recipients: administrators';
