-- Since when nothing is signed, because the log does not continue what was signed before. No row while it is.
create table log_signing_stop (
  one boolean primary key default true check (one),
  since timestamptz not null,
  reason text not null check (reason in ('restored', 'changed'))
);
