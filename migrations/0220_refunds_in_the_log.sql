-- The refunds of one gift, of which the log has an entry for each new sum.
create index log_entries_given_back on log_entries (subject collate "C") where type = 'given_back';
