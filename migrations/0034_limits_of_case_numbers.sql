-- Rate limits of the public status lookup by case number and telephone number (server/aid/requests/standing.ts).
comment on table rate_limits is
'rate limits: a keyed hash of the network address, with the account for wrong passwords and codes; keyed hashes of the case
  numbers and telephone numbers by which someone asked for a request
why: to prevent abuse
kept: two hours
people: visitors; people who ask for aid
basis: interest';
