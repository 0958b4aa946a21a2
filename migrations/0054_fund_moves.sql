-- Two people move what is left of a closed fund to another one (decision 0081).
alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('payment_decision', 'role_change', 'difference_closing',
  'month_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee', 'invitation', 'cash_count', 'payout_limits',
  'profile_merge', 'fund', 'organisation', 'payout_hold', 'fund_move')) not valid;
alter table proposals validate constraint proposals_kind_check;
alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in ('gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund',
  'chargeback', 'reinstatement', 'disbursement', 'loss', 'settlement', 'commit', 'uncommit', 'handover', 'return', 'lost', 'float', 'cover',
  'repayment', 'payout', 'disburse', 'unsent', 'reversal', 'fee_back', 'count', 'balance_top_up', 'late', 'late_loss', 'move')) not valid;
alter table transfers validate constraint transfers_purpose_check;
alter table log_entries drop constraint log_entries_type_check;
alter table log_entries add constraint log_entries_type_check check (type in ('gift', 'given_back', 'act', 'award', 'disbursement', 'outcome',
  'late_loss', 'confirmation', 'allocation', 'counted', 'share', 'described', 'rows', 'inflow', 'totals', 'correction', 'policy', 'sample',
  'sampled', 'sample_answer', 'move', 'moved')) not valid;
alter table log_entries validate constraint log_entries_type_check;

-- A move as it was proposed. The id is that of the proposal, which has the reason, who proposed it and who confirmed it.
create table fund_move_proposals (
  id uuid primary key references proposals(id),
  source text not null references funds(name),
  target text not null references funds(name),
  -- What the source could spend when it was proposed, in kobo.
  amount bigint not null check (amount > 0),
  constraint fund_move_proposals_check check (source <> target and source <> 'general')
);
comment on table fund_move_proposals is 'see proposals';
create trigger fund_move_proposals_fixed before delete or update on fund_move_proposals for each row execute function ledger_refuse_change();
create trigger fund_move_proposals_no_truncate before truncate on fund_move_proposals for each statement
  execute function ledger_refuse_change();

-- What moved between funds.
create table fund_moves (
  -- That of the proposal, for a move that two people decided.
  id uuid primary key,
  source text not null references funds(name),
  target text not null references funds(name),
  -- In kobo.
  amount bigint not null check (amount > 0),
  moved_at timestamptz not null,
  -- The move of which this is a part that came back, because the closed fund lacked it: a refund of a gift whose money had moved, for example.
  taken_back_of uuid references fund_moves(id),
  constraint fund_moves_check check (source <> target)
);
comment on table fund_moves is 'see ledger_accounts';
-- As two people agreed, or a part of such a move that comes back, never more than moved.
create function fund_moves_agreed() returns trigger language plpgsql as $$
begin
  if not exists (select from fund_move_proposals as agreed join proposals on proposals.id = agreed.id
                  where agreed.id = new.id and proposals.state = 'confirmed'
                    and (agreed.source, agreed.target, agreed.amount) = (new.source, new.target, new.amount))
     and not exists (select from fund_moves as earlier
                      where earlier.id = new.taken_back_of and (earlier.target, earlier.source) = (new.source, new.target)
                        and new.amount + (select coalesce(sum(amount), 0) from fund_moves where taken_back_of = earlier.id) <= earlier.amount)
     and not exists (select from restoring) then
    raise exception 'two people move what is left of a fund' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger fund_moves_agreed before insert on fund_moves for each row execute function fund_moves_agreed();
create trigger fund_moves_fixed before delete or update on fund_moves for each row execute function ledger_refuse_change();
create trigger fund_moves_no_truncate before truncate on fund_moves for each statement execute function ledger_refuse_change();
create trigger fund_moves_logged after insert on fund_moves for each row execute function log_outbox_row('move');

-- Moves whose amount is public: it tells what was paid from the closed fund, so ten households share that.
create table published_moves (
  id uuid primary key references fund_moves(id),
  published_at timestamptz not null
);
comment on table published_moves is 'see instance';
create trigger published_moves_fixed before delete or update on published_moves for each row execute function ledger_refuse_change();
create trigger published_moves_no_truncate before truncate on published_moves for each statement execute function ledger_refuse_change();
create trigger published_moves_logged after insert on published_moves for each row execute function log_outbox_row('moved');

-- Gifts of a fund whose rest was moved go on in the other fund, with a turn there.
alter table gift_lots
  add column goes_on_in text references funds(name),
  add column turn bigint;
alter table gift_lots add constraint gift_lots_gone_on check ((goes_on_in is null) = (turn is null)) not valid;
alter table gift_lots validate constraint gift_lots_gone_on;
create unique index gift_lots_turn_taken on gift_lots (goes_on_in, turn) where (goes_on_in is not null);
