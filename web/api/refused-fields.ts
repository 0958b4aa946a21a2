/** The server's messages about single fields, such as an address that is not valid. */
import { ApiProblem } from './client.ts'

/** @param names the fields of the form, which have what is said about their parts; messages about others are left out */
export function refusedFields<Name extends string>(
  problem: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {}
  if (!(problem instanceof ApiProblem)) return found
  for (const { field, message } of problem.fields) {
    const name = names.find((known) => known === field) ?? names.find((known) => field.startsWith(`${known}.`))
    if (name !== undefined) found[name] ??= message
  }
  return found
}
