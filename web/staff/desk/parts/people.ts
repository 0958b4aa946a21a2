/** The names of people in the dashboard's lists and addresses. */
import { people as words } from '#words/office/administration.ts'

interface Named {
  readonly full_name: string
  readonly email: string
}

/** Not everyone has given a name; only a closed account has no email either. */
export function nameOfPerson({ full_name: fullName, email }: Named): string {
  return fullName || email || words.closed
}

const ID_CHARACTERS = 8

export function shortId(id: string): string {
  return id.slice(0, ID_CHARACTERS)
}

/** Names a person by the account id in the address. */
export function nameOfAccount(id: string): string {
  return words.account(shortId(id))
}
