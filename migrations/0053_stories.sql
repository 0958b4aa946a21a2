-- Stories stand apart from publications, which name them by id: taking one back deletes its words and picture from all of history
-- (decision 0080).
create table stories (
  id uuid primary key,
  -- The first of those that replaced each other, itself included.
  story_id uuid not null references stories(id),
  -- As contract/platform/texts.ts declares it. Null: deleted.
  content jsonb,
  -- A JPEG. Null: there is none, or it was deleted.
  picture bytea,
  -- Null: the operator, from a file.
  added_by uuid references users(id),
  added_at timestamptz not null,
  erased_at timestamptz,
  constraint stories_picture_size check (length(picture) <= 400000),
  constraint stories_erased check ((erased_at is null) = (content is not null) and (content is not null or picture is null))
);
comment on table stories is
'stories of people whom we helped: their words, a picture, and the days of their consent
why: so that donors see what their gifts did, with the consent of who is shown
kept: until they are taken back or the consent ends, which deletes them from every publication; what no publication or draft names, one day
people: people who ask for aid
basis: consent
recipients: administrators';
create index stories_of_story on stories (story_id);

-- Null: published by the job that ends consents.
alter table organisation_versions alter column published_by drop not null;
