-- Returns open requests, messages and differences of people who no longer do this work to everyone, and takes them from answered messages.
update aid_applications set assigned_to = null
 where due_at is not null and assigned_to is not null and not exists (
   select from profiles where profiles.user_id = assigned_to and role = 'admin' and staff_roles && '{administrator,reviewer}');
update contact_messages set assigned_to = null
 where assigned_to is not null and not exists (
   select from profiles where profiles.user_id = assigned_to and role = 'admin' and staff_roles && '{administrator,reviewer}');
update differences set assigned_to = null
 where state = 'open' and assigned_to is not null and not exists (
   select from profiles where profiles.user_id = assigned_to and role = 'admin' and staff_roles && '{administrator,finance}');
