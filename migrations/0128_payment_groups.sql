-- The list of payments shows what waits by what has to be done next, in pages. Each group is found in its order by one of these.
drop index disbursements_open;
create index disbursements_open on disbursements (state, proposed_at, id)
  where state in ('proposed', 'released', 'sending', 'failed', 'sent', 'disputed');
create index disbursements_unanswered on disbursements (sent_at, id) where state = 'sent';
create index disbursements_to_countersign on disbursements (proposed_at, id)
  where released_by = proposed_by and countersigned_by is null;
drop index awards_open;
create index awards_open on awards (state, proposed_at, id) where state in ('proposed', 'granted');
