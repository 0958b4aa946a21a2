/** Signing in to an account that strangers guess at. */
import { afterAll, expect, test } from 'vitest'
import { rateLimits } from '../../contract/platform/rate-limits.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { endProcesses, temporaryFolder, startServer } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { mailTo, signInByForm, signUp } from '../support/signing-in.ts'

// The refusal, which the browser logs as an error.
const open = useBrowser([/status of 4\d\d/])
afterAll(endProcesses)

test('after many wrong passwords from strangers, a new device is asked for a mailed code, and then signs in', async () => {
  const dataDir = temporaryFolder()
  const { url } = await startServer({ ...(await postgresVariables()), DATA_DIR: dataDir })
  await signUp(url, 'besieged@mail.example')
  const guess = JSON.stringify({ email: 'besieged@mail.example', password: 'not this one' })
  const headers = { 'Content-Type': 'application/json' }
  for (let tries = 0; tries < rateLimits.wrong_passwords.requests; tries++)
    await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: guess })
  const page = await open(`${url}/login?from=/about`)
  await signInByForm(page, 'besieged@mail.example')
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  expect(await violations(page)).toEqual([])
  const mail = await mailTo(dataDir, 'besieged@mail.example', /Is it you signing in/)
  const code = /^\d{6}$/m.exec(mail)?.[0] ?? ''
  await page.getByLabel('Code from the email').pressSequentially(code)
  await page.waitForURL(`${url}/about`)
})
