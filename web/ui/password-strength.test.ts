import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 'none'],
  ['Ab1$x', 'short'],
  // Six characters, though ten in UTF-16.
  ['🙂🙂🙂🙂a', 'short'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['123123123123', 'weak'],
  ['password', 'weak'],
  ['Amina2024', 'fair'],
  ['Xk9$mPq2', 'fair'],
  ['rain on the tin roof', 'good'],
  ['Gusau-market-1962', 'good'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
