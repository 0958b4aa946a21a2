-- How far the transfers of before this cluster (transaction_id 0) were added up, in the order of their ids. Null: from the first, or done.
alter table book_checks add column place uuid check (place is null or scope = 'recent' and watermark = '0'::xid8);
