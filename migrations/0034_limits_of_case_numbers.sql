-- Where a request is can be asked by its number and a telephone number (server/aid/requests/standing.ts): wrong ones are counted.
comment on table rate_limits is
'rate limits: a keyed hash of the network address, with the account for wrong passwords and codes; keyed hashes of the case
  numbers and telephone numbers by which someone asked for a request
why: to prevent abuse
kept: two hours
people: visitors; people who ask for aid
basis: interest';
