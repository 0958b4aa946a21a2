-- An answer that was marked as read can be marked as unread again: the act keeps when the answer came, as its `until`.
alter table request_acts drop constraint request_acts_act_check;
alter table request_acts add constraint request_acts_act_check check (
  act in ('assigned', 'unassigned', 'taken_over', 'snoozed', 'woken', 'read', 'unread', 'taken_back', 'reached', 'not_reached', 'printed')
);
