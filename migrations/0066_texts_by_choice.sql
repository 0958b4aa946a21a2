-- Someone who has a proven address chose to get each step of their requests by text message too.
alter table users add column step_texts boolean not null default false;
