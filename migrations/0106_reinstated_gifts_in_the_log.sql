-- Names a gift of which nothing is refunded any more: the log says so (server/proof/log/facts.ts), and looks for those of before.
create trigger donations_reinstated_logged after update on donations for each row
  when (new.amount_reversed = 0 and old.amount_reversed > 0) execute function log_outbox_row('given_back');
insert into log_sweeps (type) values ('given_back') on conflict (type) do update set after = null;
