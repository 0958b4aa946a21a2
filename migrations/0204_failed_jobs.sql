-- How often a job has failed since it last succeeded: it runs again after 1, 2, 4 minutes and so on, at most 30.
alter table jobs add column failures integer not null default 0 check (failures >= 0);
