import { describe, expect, test } from 'vitest'
import { ACCOUNT_FIELDS, findRegistrationError, REQUIRED_FIELDS } from './registration-rules.ts'

const FILLED = {
  first_name: 'Amina',
  last_name: 'Yusuf',
  email: 'amina@mail.example',
  password: 'rain on the roof',
  confirm_password: 'rain on the roof',
  phone: '+234 803 000 0000',
  address: '5 Ahmadu Bello Way, Kaduna',
  aid_type: 'schoolfees',
  description: 'School fees for my daughter.',
}
const faultOf = (changes: Record<string, string>) => findRegistrationError({ ...FILLED, ...changes })

describe('a registration', () => {
  test('with all fields is accepted', () => {
    expect(findRegistrationError(FILLED)).toBeNull()
    expect(faultOf({ amount_requested: '' })).toBeNull()
  })

  test.each(REQUIRED_FIELDS)('requires %s, and blanks do not count', (field) => {
    expect(faultOf({ [field]: ' \t' })).toEqual({ rule: 'missing', fields: [field] })
  })

  test('lists all missing fields in the order of the form', () => {
    expect(findRegistrationError({ description: 'x', phone: '1' })).toEqual({
      rule: 'missing',
      fields: ['first_name', 'last_name', 'email', 'password', 'confirm_password', 'address', 'aid_type'],
    })
  })

  test('checks in the spec’s order: missing, mismatch, weak, phone', () => {
    const faults = { confirm_password: 'tiny', password: 'short', phone: 'none' }
    expect(faultOf({ ...faults, address: '' })?.rule).toBe('missing')
    expect(faultOf(faults)).toEqual({ rule: 'mismatch', fields: ['confirm_password'] })
    expect(faultOf({ ...faults, confirm_password: 'short' })).toEqual({ rule: 'weak', fields: ['password'] })
    expect(faultOf({ phone: 'none', amount_requested: '-1' })).toEqual({ rule: 'phone', fields: ['phone'] })
  })

  test.each([
    ['08030000000', true],
    ['+234-803-000-0000', true],
    ['(0803) 000 0000', true],
    ['1234567', true],
    ['12345678901234567890', true],
    ['123456', false],
    ['123456789012345678901', false],
    ['0803 CALL ME', false],
    ['++2348030000000', false],
  ])('accepts the phone %s: %s', (phone, taken) => {
    expect(faultOf({ phone })?.rule).toBe(taken ? undefined : 'phone')
  })

  test.each([
    ['0', true],
    ['0.5', true],
    ['2500.50', true],
    ['100000000', true],
    ['100000000.01', false],
    ['-5', false],
    ['10.001', false],
    ['1e3', false],
    ['1,000', false],
    ['about 500', false],
  ])('accepts the amount %s: %s', (amount, taken) => {
    expect(faultOf({ amount_requested: amount })?.rule).toBe(taken ? undefined : 'amount')
  })

  test('accepts a description of 5,000 characters, but not 5,001', () => {
    expect(faultOf({ description: 'x'.repeat(5000) })).toBeNull()
    expect(faultOf({ description: 'x'.repeat(5001) })).toEqual({ rule: 'too_long', fields: ['description'] })
  })

  test('of a signed-in user needs no account fields', () => {
    const asked = REQUIRED_FIELDS.filter((field) => !ACCOUNT_FIELDS.some((account) => account === field))
    const { phone, address, aid_type, description } = FILLED
    expect(findRegistrationError({ phone, address, aid_type, description }, asked)).toBeNull()
    expect(findRegistrationError({ phone: 'none', address, aid_type, description }, asked)?.rule).toBe('phone')
  })
})
