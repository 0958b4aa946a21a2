/** The rules of a password (sections 5 and 9 of the spec), for both sides. */

/** Section 5 of the spec. The protocol's longest is 72 bytes. */
export const PASSWORD_CHARACTERS_MIN = 6
