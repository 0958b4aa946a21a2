/** In the message of a failure that no second attempt makes up for (scripts/test.ts). */
export const NOT_BALANCED = 'the books do not balance'
