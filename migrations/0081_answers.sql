-- Recipients who have not answered are asked once more, and mail tells them of an answer that another person gave for them.
alter table disbursements add column reminded_at timestamptz;
create index disbursements_to_remind on disbursements (sent_at) where state = 'sent' and reminded_at is null;
alter table request_addresses drop constraint request_addresses_held_news_check;
alter table request_addresses add constraint request_addresses_held_news_check check (held_news in (
  'received', 'papers', 'pending', 'approved', 'rejected', 'under_review', 'granted', 'ready', 'handed_over', 'award_cancelled',
  'reminder', 'answered'));
