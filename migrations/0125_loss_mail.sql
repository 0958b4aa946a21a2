-- Recipients are told when what was sent to them is given up as lost.
alter table request_addresses drop constraint request_addresses_held_news_check;
alter table request_addresses add constraint request_addresses_held_news_check check (held_news in (
  'received', 'papers', 'pending', 'approved', 'rejected', 'under_review', 'granted', 'ready', 'handed_over', 'award_cancelled',
  'reminder', 'answered', 'lost'));
