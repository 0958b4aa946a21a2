-- Of all funds together, when the row was published: the median days from a request to its decision, and from an award to its payment.
-- Of whole tens of households, so that neither moves with a single one.
alter table published_outflows add column decision_days smallint check (decision_days is null or (scope = 'all' and decision_days >= 0));
alter table published_outflows add column payment_days smallint check (payment_days is null or (scope = 'all' and payment_days >= 0));
