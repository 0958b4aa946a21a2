-- Strangers' wrong codes shut out whoever asked for the mail. The network that asked has tries of its own for the code.
-- A keyed hash; null: not asked for from a network, or before this.
alter table one_time_tokens add column asked_from bytea;
