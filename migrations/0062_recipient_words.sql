-- Stores the words of a recipient about a payout that arrived, beside their answer (decision 0088).
create table recipient_words (
  disbursement_id uuid primary key references disbursements(id),
  -- Null: withdrawn, or deleted by time.
  words text check (char_length(words) between 1 and 1000),
  -- Whether they may be shown, once someone has taken out what identifies a person.
  may_show boolean not null,
  -- Assisted: with the code of the slip after staff had read it.
  how text not null check (how in ('self', 'counter', 'assisted')),
  state text not null default 'waiting' check (state in ('waiting', 'read', 'shown', 'withdrawn')),
  said_at timestamptz not null,
  -- Who read them, with no part in the payout. Null: no one yet.
  read_by uuid references users(id),
  -- Which shows them (stories.story_id).
  story_id uuid references stories(id),
  constraint recipient_words_said check (case state when 'waiting' then words is not null when 'withdrawn' then words is null else true end),
  constraint recipient_words_read check (case state when 'waiting' then read_by is null when 'withdrawn' then true else read_by is not null end),
  constraint recipient_words_shown check ((state = 'shown') = (story_id is not null) and (state <> 'shown' or may_show))
);
create index recipient_words_waiting on recipient_words (said_at) where (state = 'waiting');
create index recipient_words_of_story on recipient_words (story_id) where (story_id is not null);
comment on table recipient_words is
'what recipients say that the aid did for them, whether it may be shown, who read it, and the story that shows it
why: so that donors see what their gifts did, with the consent of who received them, and so that we hear how it went
kept: until they are withdrawn or the account is closed; once read, {RETENTION_MESSAGES_DAYS} after they were said. The story is kept until it is taken back
people: people who ask for aid; administrators
basis: consent
recipients: administrators';
