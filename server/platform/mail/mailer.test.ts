import { describe, expect, test } from 'vitest'
import { readEnv } from '../env/env.ts'
import { StartError } from '../errors.ts'

const LIVE = {
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  PAYSTACK_PUBLIC_KEY: 'pk_live_0123456789',
  DATABASE_URL: 'postgres://127.0.0.1/taimako',
  SECRET_KEY: 'x'.repeat(32),
  DONATIONS_EMAIL: 'gifts@taimako.org',
  PUBLIC_URL: 'https://taimako.org',
  SMTP_URL: 'smtps://user:secret@mail.taimako.org',
}

describe('the settings of mail', () => {
  test('are all optional', () => {
    expect(readEnv({}).mail).toEqual({ smtpUrl: undefined, from: 'Taimako <no-reply@taimako.example>' })
  })

  test.each(['no-reply@taimako.org', 'Taimako <no-reply@taimako.org>', 'Ẹ̀ka Ìrànlọ́wọ́ <a@taimako.org>'])(
    'take the sender %s',
    (sender) => {
      expect(readEnv({ ...LIVE, MAIL_FROM: sender }).mail).toEqual({ smtpUrl: LIVE.SMTP_URL, from: sender })
    },
  )

  test.each([
    'Taimako',
    'Taimako <no-reply>',
    'Taimako no-reply@taimako.org',
    'a@taimako.org, b@taimako.org',
    'Taimako, Kano <a@taimako.org>',
    'a@taimako.org\r\nBcc: b@taimako.org',
    'Taimako\r\nBcc: b <a@taimako.org>',
  ])('refuse the sender %j', (sender) => {
    expect(faultsOf({ MAIL_FROM: sender })).toContain('MAIL_FROM: must be an e-mail address')
  })

  test.each(['mail.taimako.org', 'https://mail.taimako.org', 'smtp://'])('refuse the server %s', (address) => {
    expect(faultsOf({ SMTP_URL: address })).toContain('SMTP_URL: must be an smtp:// or smtps:// address')
  })

  test('a live instance refuses the example sender', () => {
    expect(faultsOf(LIVE)).toContain('MAIL_FROM: required with SMTP_URL and a live Paystack key')
  })
})

function faultsOf(variables: Record<string, string>): string {
  try {
    readEnv(variables)
  } catch (error) {
    if (error instanceof StartError) return error.message
  }
  throw new Error('the environment was accepted')
}
