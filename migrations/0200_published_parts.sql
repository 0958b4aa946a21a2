-- A part of the published figures that ten households do not share yet is null: earlier versions wrote 0, and what was handed over stayed
-- in what was promised. Rows of those versions have format 1. They are in the log, so they stay as they were; outflow_figures reads them
-- without the parts that were never published.
alter table published_outflows add column format smallint not null default 1 check (format in (1, 2));
alter table published_outflows alter column format set default 2;
-- What was granted until granted_until, whatever became of it since.
alter table published_outflows add column granted bigint check (granted >= promised);
alter table published_outflows alter column promised drop not null;
alter table published_outflows alter column paid_out drop not null;
alter table published_outflows alter column lost drop not null;
alter table published_outflows add constraint published_outflows_parts check (
  format = 1 or ((promised is null) = (granted_until is null) and (granted is null) = (granted_until is null)
    and (paid_out is null) = (handed_until is null) and (lost is null) = (lost_until is null)));

-- promised: as of granted_until; paid_out: as of handed_until, less what was published as lost; lost: as of lost_until.
create view outflow_figures as
  select scope, published_at, alone_percent, decision_days, payment_days, unanswered, format,
         case when format = 2 then granted when granted_until = handed_until then promised + paid_out + lost end as granted,
         case when format = 2 or granted_until = handed_until then promised end as promised,
         case when handed_until is not null then paid_out end as paid_out,
         case when lost_until is not null then lost end as lost,
         case when format = 2 or granted_until = handed_until then granted_until end as granted_until,
         handed_until, lost_until
    from published_outflows;

-- An entry that corrects another one, beside the types that migrations before this one allow.
do $$
declare
  types text[];
begin
  select array_agg(found.names[1]) || 'correction'::text into types
    from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') as found(names) where conname = 'log_entries_type_check';
  alter table log_entries drop constraint log_entries_type_check;
  execute format('alter table log_entries add constraint log_entries_type_check check (type = any (%L::text[]))', types);
end $$;
