-- A transfer that the provider paid late, and whose payment was made otherwise or cancelled, has an entry of its own in the public log: it is part of
-- the published losses, and of no outcome of a payment.
alter table log_entries drop constraint log_entries_type_check;
alter table log_entries add constraint log_entries_type_check check (type in (
  'gift', 'given_back', 'act', 'award', 'disbursement', 'outcome', 'late_loss', 'confirmation', 'allocation', 'counted', 'share', 'described',
  'rows', 'inflow', 'totals', 'correction', 'policy', 'sample', 'sampled', 'sample_answer'));
