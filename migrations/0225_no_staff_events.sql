-- Pages of staff load again when their reader comes back (decision 0052): nothing reads these events any more.
drop trigger aid_applications_told on aid_applications;
drop function aid_applications_tell_staff();
drop trigger request_presence_came on request_presence;
drop trigger request_presence_changed on request_presence;
drop function request_presence_tell_staff();
drop table staff_events;
