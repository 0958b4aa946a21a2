-- Adds the telephone number that signs in: it says who may open the account, so a change shortly before the decision counts too.
create or replace view applicant_changes as
  select a.id as application_id, changed.what, changed.before, greatest(changed.at, a.owned_since, a.decided_at) as at
    from aid_applications a
    join profiles on profiles.user_id = a.user_id
    cross join lateral (values
      ('name', a.approved_name, profiles.name_changed_at, plain_name(a.approved_name) <> plain_name(profiles.full_name)),
      ('phone', a.approved_phone, profiles.phone_changed_at,
       profiles.phone <> '' and phone_digits(a.approved_phone) <> phone_digits(profiles.phone))) as changed (what, before, at, differs)
   where a.status = 'approved' and changed.differs
  union all
  select a.id, 'sign_in', '', users.phone_changed_at
    from aid_applications a join users on users.id = a.user_id
   where a.status = 'approved' and users.phone_changed_at > a.decided_at - interval '72 hours';
