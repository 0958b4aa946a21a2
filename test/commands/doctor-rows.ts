/** The rows that the doctor's test writes by hand. */

/** Two administrators, each with an authenticator app. */
export const ADMINISTRATORS = ['ada', 'bello'].flatMap((name, place) => {
  const id = `00000000-0000-7000-8000-00000000000${place + 1}`
  return [
    `insert into users (id, email, created_at, updated_at) values ('${id}', '${name}@aid.example', now(), now())`,
    `insert into profiles (id, user_id, full_name, role, created_at, updated_at) values (gen_random_uuid(), '${id}', '${name}', 'admin', now(), now())`,
    `insert into factors (id, user_id, factor_type, status, secret_sealed, created_at, updated_at)
     values (gen_random_uuid(), '${id}', 'totp', 'verified', '\\x00', now(), now())`,
  ]
})

/** An inconsistent ledger, and mails that the mail server refused. */
export const WRONG_ROWS = [
  `delete from factors where user_id = '00000000-0000-7000-8000-000000000001'`,
  `insert into outgoing_mail (id, recipient, subject, text, html, created_at, next_try_at, tries, last_error)
   values (gen_random_uuid(), 'a@mail.example', 'a', 'a', 'a', now() - interval '1 hour', now() + interval '1 hour', 3, 'EENVELOPE 550')`,
  `insert into outgoing_mail (id, recipient, subject, text, html, created_at, failed_at, tries, last_error)
   values (gen_random_uuid(), 'b@mail.example', 'b', 'b', 'b', now() - interval '4 days', now() - interval '1 day', 70, 'ETIMEDOUT')`,
  `insert into differences (id, kind, subject, expected, found, amount, occurred_at, first_seen_at, last_seen_at, state)
   values (gen_random_uuid(), 'books', 'made up', '0 kobo', '1 kobo', -1, now(), now(), now(), 'open')`,
]
