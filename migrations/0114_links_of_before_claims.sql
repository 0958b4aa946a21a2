-- Stores a reviewer's statement about the two people from before a claim: undoing the claim restores it, so a household stays one.
alter table profile_claims
  -- As person_links has it. Null: nothing was said.
  add column link_before text,
  add column said_before_by uuid,
  add column said_before_at timestamptz;
