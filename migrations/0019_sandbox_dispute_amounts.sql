-- A dispute may be about a part of the payment. Null: all of it.
alter table sandbox_disputes add column amount bigint check (amount > 0);
