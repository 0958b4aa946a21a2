-- An applicant can withdraw a request that is not decided (server/aid/applicants/withdrawal.ts).
comment on table aid_applications is
'requests for aid: kind, description, amount, place, urgency, status, the version of the privacy notice consented to, and the
  name and telephone as a reviewer approved them
why: to decide, and to pay out
kept: until it is withdrawn, the account is closed, {RETENTION_REFUSED_DAYS} after a refusal or {RETENTION_APPROVED_DAYS} after an
  approval; then case number, kind, amount, urgency, status, the code of the reason and dates stay, nothing that identifies a person
people: people who ask for aid; people their papers are about, such as a child
basis: consent
recipients: administrators';
