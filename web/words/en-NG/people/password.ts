/** Words of the password field, in a file of their own because not every page needs them. */
export const password = {
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  common: 'Many people use this password, so it is guessed first. Choose another: three or four words make a good one.',
  shortForStaff: 'Administrators need a password of at least 12 characters.',
  strength: {
    none: 'Longer is better: three or four words make a good password.',
    short: 'Too short. You need at least 6 characters.',
    weak: 'Easy to guess. Make it longer, or add other kinds of characters.',
    fair: 'Fair. A few more characters make it hard to guess.',
    good: 'Hard to guess. Use it for this site only.',
  },
}
