-- By when the decision of a step was due, the time in which the applicant was asked left out. Null for steps that decide nothing.
alter table application_events add column due_at timestamptz;
alter table application_events disable trigger application_events_append_only;
-- Of the decisions so far, the first of each request has a due date that can still be told.
update application_events as event set due_at = due_after(request.urgency, request.created_at) + coalesce(
    (select sum(least(coalesce(asked.answered_at, asked.closed_at, asked.taken_back_at, event.created_at), event.created_at) - asked.created_at)
       from paper_requests as asked where asked.application_id = request.id and asked.created_at < event.created_at), interval '0')
  from aid_applications as request
 where request.id = event.application_id and event.to_status in ('approved', 'rejected') and event.takes_back is null
   and not exists (select from application_events as undone
                    where undone.application_id = event.application_id and undone.takes_back = event.id)
   and not exists (select from application_events as earlier
                    where earlier.application_id = event.application_id and earlier.created_at < event.created_at
                      and earlier.to_status in ('approved', 'rejected') and earlier.takes_back is null
                      and not exists (select from application_events as undone
                                       where undone.application_id = event.application_id and undone.takes_back = earlier.id));
alter table application_events enable trigger application_events_append_only;
