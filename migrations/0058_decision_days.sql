-- The days within which an organisation decides are published with its details (decision 0085). A date that a request has stays.
create or replace function due_after(urgency text, moment timestamptz) returns timestamptz language sql stable parallel safe
  return (moment + make_interval(hours => 24 * coalesce(
    (select (content #>> array['aid', 'days', case when urgency in ('critical', 'high') then urgency else 'other' end])::integer
       from organisation_versions order by organisation_versions.id desc limit 1),
    case urgency when 'critical' then 3 when 'high' then 7 else 21 end)));
