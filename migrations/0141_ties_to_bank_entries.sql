-- Whether an entry of the bank is of a payout for a request to which a person is tied: they match no line with it.
create function tied_to_entry(key text, person uuid) returns boolean language sql stable as $$
  select key ~ '^(handover|return):' and exists (
    select from disbursements
      join awards on awards.id = disbursements.award_id
     where disbursements.id = case when key ~ '^(handover|return):' then split_part(key, ':', 2)::uuid end
       and awards.application_id in (select application_id from tied_requests(person)))
$$;

-- Adds entries of the bank without a line, and lines that are matched with such an entry.
create or replace function tied_to_difference(kind text, subject text, person uuid) returns boolean language sql stable as $$
  select case kind
    when 'transfer' then exists (
      select from payout_attempts as attempt
        join disbursements on disbursements.id = attempt.disbursement_id
        join awards on awards.id = disbursements.award_id
       where attempt.reference = subject and awards.application_id in (select application_id from tied_requests(person)))
    when 'bank_entry' then tied_to_entry(subject, person)
    when 'bank_amount' then exists (
      select from bank_matches as match join bank_lines as line on line.id = match.line_id
       where match.undone_at is null and tied_to_entry(match.transfer_key, person)
         and line.bank || ' ' || to_char(line.day, 'YYYY-MM-DD') || ', line ' || line.number = subject)
    else false end
$$;
