-- What was given to each fund and refunded in each month in Lagos, as the books recorded it: written once the month is over, so that
-- /transparency reads a row a month and never adds up all gifts.
create table monthly_gifts (
  fund text not null check (fund in ('general', 'school', 'emergency', 'shelter', 'food', 'medical')),
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- In kobo.
  given bigint not null check (given >= 0),
  -- Refunds and chargebacks, less those undone: more may be undone than refunded in a month.
  refunded bigint not null,
  primary key (fund, month)
);
create trigger monthly_gifts_fixed before update or delete on monthly_gifts
  for each row execute function ledger_refuse_change();
create trigger monthly_gifts_no_truncate before truncate on monthly_gifts
  for each statement execute function ledger_refuse_change();
