-- Whether a difference is of a transfer for a request to which a person is tied: they do not close it.
create function tied_to_difference(kind text, subject text, person uuid) returns boolean language sql stable as $$
  select kind = 'transfer' and exists (
    select from payout_attempts as attempt
      join disbursements on disbursements.id = attempt.disbursement_id
      join awards on awards.id = disbursements.award_id
     where attempt.reference = subject and awards.application_id in (select application_id from tied_requests(person)))
$$;
