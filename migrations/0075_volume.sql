-- Unused since 0.1.0: 0074 keeps references unique.
alter table donations drop constraint donations_transaction_reference_key;

-- A fifth of a large table is months of gifts: a hundredth keeps pages visible to all, and the planner's figures of the week.
alter table transfers set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table log_entries set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table audit_events set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table allocations set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table settled_payments set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
-- Rows of these change a few times within a day or two, and never again: vacuuming often reuses the room of earlier versions.
alter table donations set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table payment_intents set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table payment_attempts set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table webhook_events set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table gift_lots set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
-- Emptied as they are filled: the rows that wait are few, and those that went are many.
alter table log_outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table gifts_to_place set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
