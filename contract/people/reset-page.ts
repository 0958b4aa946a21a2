/** Query of /reset-password after a change of address was undone: the account has no password then, and this browser no session. */
export const ADDRESS_UNDONE = 'undone=address'
