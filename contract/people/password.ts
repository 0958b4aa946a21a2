/** The password rules (sections 5 and 9 of the spec), for both sides. */

/** Section 5 of the spec. The protocol's maximum is 72 bytes. */
export const PASSWORD_CHARACTERS_MIN = 6
/** For administrators. */
export const STAFF_PASSWORD_CHARACTERS_MIN = 12
