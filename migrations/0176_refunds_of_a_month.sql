-- What was given back in the running month: few of many transfers (server/ledger/monthly-gifts.ts).
create index transfers_given_back on transfers (recorded_at) where purpose in ('refund', 'chargeback', 'reinstatement');
