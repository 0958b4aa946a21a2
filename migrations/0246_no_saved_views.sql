-- The address of the queue has its view and filters: bookmarks replace views with a name (decision 0055).
drop table saved_views;
