-- Whether the dates of a bank's CSV files have the day or the month first, where one of its files told it or a person chose it.
alter table banks add column date_order text check (date_order in ('day_first', 'month_first'));
