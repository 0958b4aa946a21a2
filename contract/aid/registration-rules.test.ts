import { describe, expect, test } from 'vitest'
import { ACCOUNT_FIELDS, findRegistrationErrors, REQUIRED_FIELDS } from './registration-rules.ts'

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
const faultsOf = (changes: Record<string, string>) => findRegistrationErrors({ ...FILLED, ...changes })
/** The one whose toast is shown. */
const faultOf = (changes: Record<string, string>) => faultsOf(changes)[0]

describe('a registration', () => {
  test('with all fields is accepted', () => {
    expect(findRegistrationErrors(FILLED)).toEqual([])
    expect(faultsOf({ amount_requested: '' })).toEqual([])
  })

  test.each(REQUIRED_FIELDS)('requires %s, and blanks do not count', (field) => {
    expect(faultOf({ [field]: ' \t' })).toEqual({ rule: 'missing', fields: [field] })
  })

  test('lists all missing fields in the order of the form', () => {
    expect(findRegistrationErrors({ description: 'x', phone: '1' })[0]).toEqual({
      rule: 'missing',
      fields: ['first_name', 'last_name', 'email', 'password', 'confirm_password', 'address', 'aid_type'],
    })
  })

  test('checks in the spec’s order: missing, mismatch, weak, phone', () => {
    const faults = { confirm_password: 'tiny', password: 'short', phone: 'none' }
    expect(faultsOf({ ...faults, address: '', amount_requested: '-1' })).toEqual([
      { rule: 'missing', fields: ['address'] },
      { rule: 'mismatch', fields: ['confirm_password'] },
      { rule: 'weak', fields: ['password'] },
      { rule: 'phone', fields: ['phone'] },
      { rule: 'amount', fields: ['amount_requested'] },
    ])
    // An empty field is missing, and nothing else.
    expect(faultsOf({ password: '', phone: ' ' })).toEqual([{ rule: 'missing', fields: ['password', 'phone'] }])
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
    ['45.000', false],
    ['1e3', false],
    ['₦1,000', true],
    ['45k', true],
    ['about 500', false],
  ])('accepts the amount %s: %s', (amount, taken) => {
    expect(faultOf({ amount_requested: amount })?.rule).toBe(taken ? undefined : 'amount')
  })

  test('accepts a description of 5,000 characters, but not 5,001', () => {
    expect(faultsOf({ description: 'x'.repeat(5000) })).toEqual([])
    expect(faultOf({ description: 'x'.repeat(5001) })).toEqual({ rule: 'too_long', fields: ['description'] })
  })

  test('of a signed-in user needs no account fields', () => {
    const asked = REQUIRED_FIELDS.filter((field) => !ACCOUNT_FIELDS.some((account) => account === field))
    const { phone, address, aid_type, description } = FILLED
    expect(findRegistrationErrors({ phone, address, aid_type, description }, asked)).toEqual([])
    expect(findRegistrationErrors({ phone: 'none', address, aid_type, description }, asked)[0]?.rule).toBe('phone')
  })
})
