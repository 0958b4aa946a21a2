-- A balance changes only while the ledger's own trigger applies transfers. How deep triggers are nested says nothing of that:
-- a trigger of another table is as deep.
create or replace function ledger_guard_balances() returns trigger language plpgsql as $$
begin
  if current_setting('ledger.applying', true) is distinct from 'on' then
    raise exception 'a balance changes only with a transfer: % is refused', tg_op using errcode = 'TK002';
  end if;
  return new;
end $$;

create or replace function ledger_open_balances() returns trigger language plpgsql as $$
begin
  perform set_config('ledger.applying', 'on', true);
  insert into ledger_balances (account_id, shard, floor_zero)
  select new.id, shard, new.floor_zero from generate_series(0, new.shards - 1) as shard;
  perform set_config('ledger.applying', 'off', true);
  return null;
end $$;

create or replace function ledger_apply_transfers() returns trigger language plpgsql as $$
declare
  change record;
  chosen smallint;
begin
  perform set_config('ledger.applying', 'on', true);
  for change in
    select entry.account_id, account.shards, account.kind, sum(entry.amount)::bigint as amount, sum(entry.gifts)::bigint as gifts
      from (select debit_account as account_id, -amount as amount, gifts from posted
            union all
            select credit_account, amount, gifts from posted) as entry
      left join ledger_accounts as account on account.id = entry.account_id
     group by entry.account_id, account.shards, account.kind
     order by entry.account_id
  loop
    if change.shards is null then
      raise exception 'there is no ledger account %', change.account_id using errcode = 'TK003';
    end if;
    chosen := floor(random() * change.shards);
    update ledger_balances
       set balance = balance + change.amount,
           gifts = gifts + case when change.kind = 'fund' then change.gifts else 0 end
     where account_id = change.account_id and shard = chosen;
  end loop;
  perform set_config('ledger.applying', 'off', true);
  return null;
end $$;

-- The PostgreSQL cluster whose transaction ids the watermark counts (server/ledger/cluster.ts).
alter table book_checks add column cluster text;
