-- Which payment has which public description gets a sealed entry, so that auditors are told when it was changed.
alter table log_entries drop constraint log_entries_type_check;
alter table log_entries add constraint log_entries_type_check check (type in (
  'gift', 'given_back', 'award', 'disbursement', 'outcome', 'confirmation', 'allocation', 'counted', 'share', 'described',
  'rows', 'inflow', 'totals', 'policy', 'sample', 'sampled', 'sample_answer'));
