-- Merging profiles was removed (docs/decisions/0056). Profiles merged before stay merged; a merge that waits can no longer be confirmed.
update proposals set state = 'lapsed', decided_at = greatest(now(), proposed_at)
 where kind = 'profile_merge' and state = 'proposed';
