-- Names the facts of all payments that are described together in one insert: one by one, those of a month with 100,000 took four seconds.
create function log_outbox_add_all(type text, keys text[]) returns void language plpgsql as $$
begin
  if exists (select from restoring) then
    insert into log_sweeps (type) values (log_outbox_add_all.type) on conflict do nothing;
  else
    insert into log_outbox (type, key) select log_outbox_add_all.type, named.key from unnest(log_outbox_add_all.keys) as named (key);
  end if;
end $$;

create or replace function published_payments_outbox() returns trigger language plpgsql as $$
begin
  perform log_outbox_add_all('described', array_agg(added.disbursement_id::text)) from added;
  perform log_outbox_add_all('share', array_agg(added.disbursement_id::text)) from added;
  return null;
end $$;
drop trigger published_payments_logged on published_payments;
create trigger published_payments_logged after insert on published_payments referencing new table as added for each statement
  execute function published_payments_outbox();
