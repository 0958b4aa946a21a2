-- What the provider said that transfers can draw on, and since when it has been too little for the payments that wait. One row.
create table transfer_balance (
  id boolean primary key default true check (id),
  held bigint not null,
  checked_at timestamptz not null,
  short_since timestamptz
);
