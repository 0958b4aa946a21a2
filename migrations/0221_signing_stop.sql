-- Holds one row while the log is not signed, with the moment of the first refusal: the log does not continue its last signed size.
create table log_signing_stop (
  one boolean primary key default true check (one),
  since timestamptz not null,
  reason text not null check (reason in ('restored', 'changed'))
);
