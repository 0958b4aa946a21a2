-- Published promises and payments: moved only when at least ten households share the change, so that no figure gives
-- one household's amount away.
create table published_outflows (
  -- A fund, or 'all' for all of them together.
  scope text check (scope in ('general', 'school', 'emergency', 'shelter', 'food', 'medical', 'all')),
  published_at timestamptz,
  -- The balances of the books at that moment, in kobo.
  promised bigint check (promised >= 0),
  paid_out bigint check (paid_out >= 0),
  lost bigint check (lost >= 0),
  -- How many households changed since the row before.
  households integer not null check (households >= 10),
  -- Percentage of payments of all funds by then that one person alone had released.
  alone_percent smallint,
  -- For all funds together: the median days from a request to its decision, and from an award to its payment.
  -- Counts whole tens of households, so that neither moves with a single one.
  decision_days smallint,
  payment_days smallint,
  -- The end of each part of the figures: each waits for ten households of its own.
  granted_until timestamptz,
  handed_until timestamptz,
  lost_until timestamptz,
  -- For all funds together: the households that were handed something 30 days before or earlier and have not said whether it arrived, in steps
  -- of ten. Null: one to nine of them, or published when this was not counted yet.
  unanswered integer check (unanswered >= 0 and (unanswered % 10) = 0),
  -- 2: a part that ten households do not share yet is null. 1: early versions wrote 0 there, and left in `promised` what was handed over.
  -- Rows of format 1 are in the log, so they stay; outflow_figures reads them without the parts that were never published.
  format smallint not null default 2 check (format = any (array[1, 2])),
  -- Granted until granted_until, whatever became of it since.
  granted bigint,
  -- The funds that were below zero when the figures of all funds together were published, of those whose figures ten households share.
  short_funds text[],
  constraint published_outflows_check check (alone_percent is null or scope = 'all' and alone_percent >= 0 and alone_percent <= 100),
  constraint published_outflows_check1 check (decision_days is null or scope = 'all' and decision_days >= 0),
  constraint published_outflows_check2 check (payment_days is null or scope = 'all' and payment_days >= 0),
  constraint published_outflows_check3 check (granted >= promised),
  constraint published_outflows_parts check (format = 1 or (promised is null) = (granted_until is null)
    and (granted is null) = (granted_until is null) and (paid_out is null) = (handed_until is null)
    and (lost is null) = (lost_until is null)),
  constraint published_outflows_check4 check (short_funds is null or scope = 'all'),
  primary key (scope, published_at)
);
comment on table published_outflows is 'see instance';
create trigger published_outflows_fixed before delete or update on published_outflows for each row
  execute function ledger_refuse_change();
create trigger published_outflows_no_truncate before truncate on published_outflows for each statement
  execute function ledger_refuse_change();

-- The public log: an append-only list of entries, RFC 6962's tree over them, and what was signed of it. docs/transparency.md.
create table log_keys (
  -- 'origin+id+key', as C2SP writes it.
  verifier_key text primary key,
  created_at timestamptz not null,
  retired_at timestamptz
);
comment on table log_keys is
'the public log: a random-looking hash for each gift, award, disbursement, confirmation and allocation; what opens it, kept
  here alone: amounts, dates, ids, the hash of the receipt code, and a salt
why: so that anyone can check that nothing was changed, removed or reordered since
kept: the hashes permanently, in public; what opens those of a request, until its text is erased, and a day more: then they
  open for no one
people: donors; people who ask for aid; administrators
basis: interest';
create unique index log_keys_one_in_use on log_keys ((true)) where (retired_at is null);

create table log_entries (
  leaf_index bigint primary key check (leaf_index >= 0),
  type text not null check (type in ('gift', 'given_back', 'act', 'award', 'disbursement', 'outcome', 'late_loss', 'confirmation',
    'allocation', 'counted', 'share', 'described', 'rows', 'inflow', 'totals', 'correction', 'policy', 'sample', 'sampled',
    'sample_answer')),
  -- Which row it is about.
  subject text not null,
  -- Names and values, in the order in which they were hashed, and the salt of each. Null once a person's data was erased.
  fields jsonb,
  salt bytea check (length(salt) = 32),
  -- The hashed leaf: a byte 0 and a hash, or a byte 1 and JSON.
  content bytea not null check (length(content) >= 1 and length(content) <= 65535),
  leaf_hash bytea not null,
  recorded_at timestamptz not null,
  constraint log_entries_once unique (type, subject)
);
comment on table log_entries is 'see log_keys';
-- The refunds of one gift, of which the log has an entry for each new sum.
create index log_entries_given_back on log_entries (subject collate "C") where (type = 'given_back');

create function log_entries_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.fields is null and new.salt is null
     and (new.leaf_index, new.type, new.subject, new.content, new.leaf_hash, new.recorded_at) is not distinct from
         (old.leaf_index, old.type, old.subject, old.content, old.leaf_hash, old.recorded_at) then
    return new;
  end if;
  raise exception 'an entry of the log stays; only what opens it can be erased: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger log_entries_fixed before delete or update on log_entries for each row execute function log_entries_guard();
create trigger log_entries_no_truncate before truncate on log_entries for each statement execute function ledger_refuse_change();

-- The logged rows, beside their entries: a later change shows which one it is.
create function log_entries_hash() returns trigger language plpgsql as $$
begin
  new.leaf_hash := coalesce(new.leaf_hash, sha256('\x00'::bytea || new.content));
  return new;
end $$;
create trigger log_entries_hash before insert on log_entries for each row execute function log_entries_hash();

-- The roots of complete subtrees with 256 ** level leaves, from level 1 on: what tiles above the lowest level are made of.
create table log_tile_roots (
  level smallint check (level >= 1 and level <= 6),
  place bigint check (place >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, place)
);
comment on table log_tile_roots is 'see log_keys';
create trigger log_tile_roots_fixed before delete or update on log_tile_roots for each row execute function ledger_refuse_change();
create trigger log_tile_roots_no_truncate before truncate on log_tile_roots for each statement
  execute function ledger_refuse_change();

create table log_checkpoints (
  -- Two roots of one size would be two logs.
  size bigint primary key check (size >= 0),
  root bytea not null check (length(root) = 32),
  -- The signed note, as it is served.
  note text not null,
  signed_at timestamptz not null
);
comment on table log_checkpoints is 'see log_keys';
create trigger log_checkpoints_no_truncate before truncate on log_checkpoints for each statement
  execute function ledger_refuse_change();
create trigger log_checkpoints_fixed before update on log_checkpoints for each row execute function ledger_refuse_change();
create trigger log_checkpoints_kept before delete on log_checkpoints for each row when (old.size > 0)
  execute function ledger_refuse_change();

-- Which gift is counted towards which payment: first in, first out, within each fund. docs/transparency.md.
create table gift_lots (
  donation_id uuid primary key references donations(id),
  fund text not null references funds(name),
  -- Its turn in the fund.
  place bigint not null check (place >= 0),
  -- In kobo, as given; what is counted towards payments; what was refunded.
  amount bigint not null check (amount > 0),
  spent bigint not null default 0 check (spent >= 0),
  given_back bigint not null default 0 check (given_back >= 0),
  constraint gift_lots_check check ((spent + given_back) <= amount),
  constraint gift_lots_place_taken unique (fund, place)
);
comment on table gift_lots is 'see log_keys';
create index gift_lots_open on gift_lots (fund, place) where ((spent + given_back) < amount);
create index gift_lots_given_back on gift_lots (donation_id) where (given_back > 0);

create function gift_lots_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.donation_id, new.fund, new.place, new.amount) is not distinct from
                          (old.donation_id, old.fund, old.place, old.amount) then
    return new;
  end if;
  raise exception 'a gift keeps its turn: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger gift_lots_fixed before delete or update on gift_lots for each row execute function gift_lots_guard();
create trigger gift_lots_no_truncate before truncate on gift_lots for each statement execute function ledger_refuse_change();

create table allocations (
  id bigint generated always as identity primary key,
  disbursement_id uuid not null references disbursements(id),
  donation_id uuid not null references gift_lots(donation_id),
  -- In kobo. Below zero where a refund or a return releases what was counted before.
  amount bigint not null check (amount <> 0),
  allocated_at timestamptz not null,
  -- Counting gifts towards payments reads only what changed, and moves in steps of ten households. docs/transparency.md.
  fund text not null references funds(name),
  constraint allocations_of_share foreign key (disbursement_id, fund) references disbursement_funds(disbursement_id, fund)
);
comment on table allocations is 'see log_keys';
create index allocations_of_disbursement on allocations (disbursement_id);
create index allocations_of_gift on allocations (donation_id);
create trigger allocations_fixed before delete or update on allocations for each row execute function ledger_refuse_change();
create trigger allocations_no_truncate before truncate on allocations for each statement execute function ledger_refuse_change();

-- The counted sum of a gift always equals that of its lot.
create function allocations_spend() returns trigger language plpgsql as $$
begin
  update gift_lots set spent = spent + sums.amount
    from (select donation_id, sum(amount) as amount from added group by donation_id) as sums
   where gift_lots.donation_id = sums.donation_id;
  update disbursement_funds as share set counted = counted + sums.amount
    from (select disbursement_id, fund, sum(amount) as amount from added group by disbursement_id, fund) as sums
   where share.disbursement_id = sums.disbursement_id and share.fund = sums.fund;
  return null;
end $$;
create trigger allocations_spend after insert on allocations referencing new table as added for each statement
  execute function allocations_spend();

-- Payments that are described in public: at least ten households share each description, and a payment is in one of them for ever.
create table published_rows (
  id bigint generated always as identity primary key,
  -- A month, '2026-11', or a quarter, '2026-Q4'.
  period text not null check (period ~ '^\d{4}-(\d{2}|Q[1-4])$'),
  -- The kind of aid that was asked for; 'aid' where several are together.
  kind text not null,
  band text not null,
  households integer not null check (households >= 10),
  payments integer not null,
  confirmed integer not null,
  published_at timestamptz not null,
  constraint published_rows_check check (payments >= households),
  constraint published_rows_check1 check (confirmed >= 0 and confirmed <= payments)
);
comment on table published_rows is 'see log_keys';
create trigger published_rows_fixed before delete or update on published_rows for each row execute function ledger_refuse_change();
create trigger published_rows_no_truncate before truncate on published_rows for each statement
  execute function ledger_refuse_change();

create table published_payments (
  disbursement_id uuid primary key references disbursements(id),
  row_id bigint not null references published_rows(id)
);
comment on table published_payments is 'see log_keys';
create trigger published_payments_fixed before delete or update on published_payments for each row
  execute function ledger_refuse_change();
create trigger published_payments_no_truncate before truncate on published_payments for each statement
  execute function ledger_refuse_change();

-- Signatures of witnesses on checkpoints: seen, when, and continuing the one they saw before.
create table log_cosignatures (
  size bigint references log_checkpoints(size),
  -- The witness's name and key, as C2SP writes them.
  witness_key text,
  -- The line of the signed note.
  line text not null,
  cosigned_at timestamptz not null,
  primary key (size, witness_key)
);
comment on table log_cosignatures is 'see log_keys';
create trigger log_cosignatures_fixed before delete or update on log_cosignatures for each row
  execute function ledger_refuse_change();
create trigger log_cosignatures_no_truncate before truncate on log_cosignatures for each statement
  execute function ledger_refuse_change();

-- Gifts in the log before this place have their turns. The few behind it are looked through each minute.
create table gift_turns (
  one boolean default true primary key check (one),
  leaf_index bigint not null default 0 check (leaf_index >= 0)
);
comment on table gift_turns is 'see log_keys';

-- To whom the log sends its checkpoints, as C2SP's tlog-witness describes, and how the last try went.
create table witness_sends (
  -- The submission prefix.
  url text primary key,
  -- The last checkpoint of ours that the witness has. It says itself if this is wrong.
  size bigint not null default 0 check (size >= 0),
  -- When it last cosigned one.
  sent_at timestamptz,
  -- Why the last try failed, and since when each has.
  failure text check (failure in ('unreachable', 'refused', 'unknown_log', 'inconsistent', 'larger', 'unknown_witness')),
  failing_since timestamptz,
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null,
  constraint witness_sends_check check ((failure is null) = (failing_since is null)),
  constraint witness_sends_check1 check ((failure is null) = (tries = 0))
);
comment on table witness_sends is 'see instance';

-- Holds one row while the log is not signed, with the moment of the first refusal: the log does not continue its last signed size.
create table log_signing_stop (
  one boolean default true primary key check (one),
  since timestamptz not null,
  reason text not null check (reason in ('restored', 'changed'))
);
comment on table log_signing_stop is 'see instance';

-- promised: as of granted_until; paid_out: as of handed_until, less what was published as lost; lost: as of lost_until.
create view outflow_figures as
  select scope, published_at, alone_percent, decision_days, payment_days, unanswered, format,
         case when format = 2 then granted when granted_until = handed_until then promised + paid_out + lost end as granted,
         case when format = 2 or granted_until = handed_until then promised end as promised,
         case when handed_until is not null then paid_out end as paid_out,
         case when lost_until is not null then lost end as lost,
         case when format = 2 or granted_until = handed_until then granted_until end as granted_until,
         handed_until, lost_until, short_funds
    from published_outflows;
