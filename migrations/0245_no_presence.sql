-- Pages no longer report who has a request open; leases and versions stay (decision 0055).
drop table request_presence;
