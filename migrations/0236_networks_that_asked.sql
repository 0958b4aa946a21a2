-- Keeps the network that asked for a code: it has tries that the wrong codes of strangers do not use up.
-- A keyed hash; null: not asked for from a network, or before this.
alter table one_time_tokens add column asked_from bytea;
