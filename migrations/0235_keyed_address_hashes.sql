-- A plain SHA-256 of an address is found by trying known addresses. The server keys those of before at its next start: only it has the key.

alter table stopped_addresses add column keyed boolean not null default false;
alter table request_addresses add column keyed boolean not null default false;
alter table request_address_tokens add column keyed boolean not null default false;
