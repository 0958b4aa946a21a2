-- Funds are rows that two people change (decision 0067): new ones beside the six of the spec, and closed ones.
alter table funds
  -- What it is called, and what it is for, as the public reads it. Never about one person.
  add column title text,
  add column purpose text,
  add column icon text,
  -- The kinds of requests that draw on it first; critical ones of any kind draw on it last.
  add column kinds text[] not null default '{}',
  add column for_critical boolean not null default false,
  -- What amounts pay for: [{"from": naira, "pays": text}], the smallest first. Empty: nothing is said.
  add column pays_for jsonb not null default '[]',
  -- It takes no new gifts since then.
  add column closed_at timestamptz;
update funds set title = said.title, purpose = said.purpose, icon = said.icon, kinds = said.kinds, for_critical = said.name = 'emergency'
  from (values
    ('general', 'General Fund', 'Helps where the need is greatest, and where no other fund is enough.', 'coins', '{financial_aid,other}'::text[]),
    ('school', 'School Fees', 'Pays school fees, books, uniforms and examinations.', 'book', '{schoolfees}'),
    ('emergency', 'Emergency Relief', 'Helps at once after floods, fires and other emergencies.', 'siren', '{}'),
    ('shelter', 'Shelter Support', 'Pays rent, repairs and materials for a safe home.', 'shield', '{shelter}'),
    ('food', 'Food Program', 'Brings food to families who do not have enough.', 'bowl', '{food}'),
    ('medical', 'Medical Aid', 'Pays for clinics, tests, medicine and operations.', 'plus', '{medical_fee}')
  ) as said (name, title, purpose, icon, kinds) where said.name = funds.name;
alter table funds
  alter column title set not null,
  alter column purpose set not null,
  alter column icon set not null,
  drop constraint funds_place_key,
  add constraint funds_open check (name <> 'general' or closed_at is null),
  -- These name other accounts of fees, and all funds together.
  add constraint funds_reserved check (name not in ('all', 'top_up', 'unassigned'));
create function funds_keep_name() returns trigger language plpgsql as $$
begin
  if new.name <> old.name then
    raise exception 'a fund keeps its name' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger funds_name_fixed before update of name on funds for each row execute function funds_keep_name();

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('payment_decision', 'role_change', 'difference_closing',
  'month_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee', 'invitation', 'cash_count', 'payout_limits',
  'profile_merge', 'fund'));

-- A fund as it was proposed. The id is that of the proposal, which has the reason, who proposed it and who confirmed it. The last confirmed
-- one is in funds; the earlier ones say what the fund was called when an old gift was given.
create table fund_changes (
  id uuid primary key references proposals(id),
  -- Not in funds yet where it is a new one.
  fund text not null check (fund ~ '^[a-z][a-z_]{0,30}$'),
  title text not null,
  purpose text not null,
  icon text not null,
  place smallint not null,
  kinds text[] not null,
  for_critical boolean not null,
  pays_for jsonb not null,
  closed boolean not null
);
comment on table fund_changes is 'see proposals';
create trigger fund_changes_fixed before delete or update on fund_changes for each row execute function ledger_refuse_change();
create trigger fund_changes_no_truncate before truncate on fund_changes for each statement execute function ledger_refuse_change();

-- Each scope but 'all' is a fund.
alter table published_outflows drop constraint published_outflows_scope_check;
alter table published_outflows add column fund text generated always as (nullif(scope, 'all')) stored references funds(name);
