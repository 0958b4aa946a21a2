/** Ids in addresses. */

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @returns the text if it has the form of an id, else undefined */
export function idIn(text: string | null): string | undefined {
  return text !== null && ID.test(text) ? text : undefined
}
