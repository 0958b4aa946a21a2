-- Two who name the same account are both checked, whoever was first: what a second one names later is a change of the first one's account too.
create or replace view payee_changes as
select p.id as payee_id, changed.what, changed.before, changed.at
  from payees as p join aid_applications as a on a.id = p.application_id
 cross join lateral (
   select 'name' as what, a.approved_name as before, greatest(p.created_at, a.decided_at) as at
    where p.kind = 'applicant' and plain_name(p.compared_with) <> plain_name(a.approved_name)
   union all
   (select 'account', e.account_ending, p.created_at from payees as e
     where p.compared_with is not null and e.application_id = p.application_id and e.created_at < p.created_at
       and (e.proposed_by <> p.proposed_by or (a.status = 'approved' and p.created_at > a.decided_at))
     order by e.created_at desc limit 1)
   union all
   (select 'shared', '', t.created_at from payees as t
     where t.account_hmac = p.account_hmac and t.application_id is not null and t.proposed_by <> p.proposed_by
       and (t.created_at, t.id) > (p.created_at, p.id)
     order by t.created_at desc limit 1)) as changed;

-- Whether money was released to an account: its keyed hash then stays when the account with us is closed, so that who comes back with the
-- same bank account is seen.
create function was_paid(payee uuid) returns boolean language sql stable as $$
  select exists (select from disbursements where payee_id = payee and released_at is not null and state <> 'cancelled')
$$;
create index disbursements_by_payee on disbursements (payee_id) where payee_id is not null;
