-- What a reviewer had said of the two people before the claim, which an undoing says again: a household stays one.
alter table profile_claims
  -- As person_links has it. Null: nothing was said.
  add column link_before text,
  add column said_before_by uuid,
  add column said_before_at timestamptz;
