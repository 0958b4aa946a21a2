/** Words of the field for a password: apart from those of the other parts, which every page carries. */
export const password = {
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  strength: {
    none: 'Longer is better: three or four words make a good one.',
    short: 'Not long enough yet: at least 6 characters.',
    weak: 'Easy to guess. Make it longer, or mix in other characters.',
    fair: 'Fair. A few more characters make it hard to guess.',
    good: 'Hard to guess. Keep it for this site only.',
  },
}
