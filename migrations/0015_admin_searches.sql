-- What administrators search for and filter by, at the size of a country.

-- A gift is searched for by its reference. Its e-mail address is made of the reference, so it needs no index of its own; and the
-- filters beside a search are read from the index, not from a row each.
drop index donations_by_email;
drop index donations_by_reference;
create index donations_by_reference on donations (transaction_reference text_pattern_ops)
  include (status, donation_type, created_at, id);

-- The audit's filters together: what somebody did of one kind, and one kind of doing to one kind of thing.
create index audit_events_of_actor_and_action on audit_events (actor_id, action, created_at desc, id desc);
create index audit_events_of_action_and_subject_kind on audit_events (action, subject, created_at desc, id desc);
