-- Whether the provider is being asked about a transfer: one that failed may have been paid after all. One that was paid is asked about for weeks,
-- and waits for an answer only once a question is due, or was leased for the minute in which it is asked.
create function transfer_is_asked(transfer text, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from payout_attempts
     where reference = transfer and review_reason is null and next_check_at is not null
       and (state in ('failed', 'refused') or next_check_at <= at + interval '1 minute'))
$$;
