-- In the timeline of a request: calls to the applicant, and prints of the case.
alter table request_acts drop constraint request_acts_act_check;
alter table request_acts add constraint request_acts_act_check check (
  act in ('assigned', 'unassigned', 'taken_over', 'snoozed', 'woken', 'read', 'taken_back', 'reached', 'not_reached', 'printed')
);
-- What was said in a call. The note is encrypted, and erased with the account.
alter table request_acts add column note_id uuid references application_notes (id) on delete set null;
create index request_acts_of_note on request_acts (note_id) where note_id is not null;
