-- Searches that find thousands among a million rows, or a handful.

-- The filters beside a search, and the order of what it finds, are read from the index, not from a row each.
drop index wallet_transactions_by_reference;
create index wallet_transactions_by_reference on wallet_transactions (reference text_pattern_ops)
  include (status, type, created_at, id);
-- Nearly every top-up was paid under its own reference, where the same text need not be found twice. For all of these the index keeps
-- next to nothing. It is not a partial one, because of that the database would not know how little it has, and read the table instead.
drop index wallet_transactions_by_paystack_reference;
create index wallet_transactions_paid_otherwise on wallet_transactions (nullif(paystack_reference, reference) text_pattern_ops);

-- Whether to look a beginning up, or to walk the newest rows until a page of them has it, the database decides by how many rows it
-- expects. A hundred steps, which is what it knows of a column by default, cannot tell 1 in 250 from 1 in 10,000.
alter table donations alter column transaction_reference set statistics 500;
alter table wallet_transactions alter column reference set statistics 500;
alter index contact_messages_by_email alter column 1 set statistics 500;
alter index contact_messages_by_name alter column 1 set statistics 500;
alter index contact_messages_by_last_name alter column 1 set statistics 500;
