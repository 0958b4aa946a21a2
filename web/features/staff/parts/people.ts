/** People as the lists of the dashboard name them, and as its address does. */
import { people as words } from '#words/administration.ts'

interface Named {
  readonly full_name: string
  readonly email: string
}

/** Not everybody wrote a name; only an account that was closed has no address either. */
export function nameOfPerson({ full_name: fullName, email }: Named): string {
  return fullName || email || words.closed
}

const ID_CHARACTERS = 8

export function shortId(id: string): string {
  return id.slice(0, ID_CHARACTERS)
}

/** Where only the address of the page names them. */
export function nameOfAccount(id: string): string {
  return words.account(shortId(id))
}

const USER_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** @returns the text if it can be a user's id, else undefined */
export function userIdIn(text: string | null): string | undefined {
  return text !== null && USER_ID.test(text) ? text : undefined
}
