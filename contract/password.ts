/** The rules of a password (sections 5 and 9 of the spec), for both sides. */

export const PASSWORD_CHARACTERS_MIN = 6
