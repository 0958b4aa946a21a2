-- When the provider last answered about an attempt. A question that is newer than this is still under way, or met silence.
alter table payment_attempts add column answered_at timestamptz;
