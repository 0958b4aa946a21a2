-- Of all funds together: the households that were handed something 30 days before or earlier and have not said whether it arrived, in steps
-- of ten. Null: one to nine of them, or published before this was counted.
alter table published_outflows add column unanswered integer check (unanswered >= 0 and unanswered % 10 = 0);
