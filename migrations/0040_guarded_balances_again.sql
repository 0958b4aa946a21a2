-- Both must hold: a trigger is at work, which nobody who only reads and writes rows can bring about, and it is the ledger's own.
create or replace function ledger_guard_balances() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 or current_setting('ledger.applying', true) is distinct from 'on' then
    raise exception 'a balance changes only with a transfer: % is refused', tg_op using errcode = 'TK002';
  end if;
  return new;
end $$;
