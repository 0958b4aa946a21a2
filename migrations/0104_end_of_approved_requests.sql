-- Says until when an approved request is kept: while something that was promised waits for a person, its retention does not end.
comment on table aid_applications is
'requests for aid: kind, description, amount, place, urgency, status, language of the form, the version of the privacy notice consented
  to, the name and telephone as a reviewer approved them, and who asked for the person, with how they know each other, where it was not
  the person
why: to decide, and to pay out
kept: until the account is closed, {RETENTION_REFUSED_DAYS} after a refusal or {RETENTION_APPROVED_DAYS} after an approval and the last
  payout of it, never while something of it waits; then case number, kind, amount, urgency, status, the code of the reason and dates
  stay, nothing that identifies a person
people: people who ask for aid; account holders; people their papers are about, such as a child
basis: consent
recipients: administrators';
