-- A call can reach the wrong person. A call with a day to call again keeps it as its `until`.
alter table request_acts drop constraint request_acts_act_check;
alter table request_acts add constraint request_acts_act_check check (
  act in (
    'assigned', 'unassigned', 'taken_over', 'snoozed', 'woken', 'read', 'unread', 'tagged', 'untagged', 'taken_back', 'reached',
    'not_reached', 'wrong_person', 'printed'
  )
);
