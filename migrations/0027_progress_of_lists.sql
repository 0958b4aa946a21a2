-- Where a list of the provider is being read, page by page, when one run is not enough (server/payments/lists.ts).
alter table jobs add column progress jsonb;
-- Refunds and disputes were read with the payments: their jobs go on where it stopped.
insert into jobs (name, next_run_at, watermark)
select list.name, jobs.next_run_at, jobs.watermark
  from jobs cross join (values ('payments.list-refunds'), ('payments.list-disputes')) as list (name)
 where jobs.name = 'payments.list';
