/** Whether transfers are confirmed with an OTP (docs/protocols/paystack-transfers.md section 7). Kept in the switch `otp`. */
import { Hono } from 'hono'
import { readFields, textField } from './fields.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { OTP } from './transfers.ts'

export function otpRoutes({ switches }: Provider): Hono {
  let isAsked = false
  return new Hono()
    .post('/disable_otp', (c) => {
      isAsked = true
      return c.json({ status: true, message: 'OTP has been sent to mobile number ending with 4321' })
    })
    .post('/disable_otp_finalize', async (c) => {
      const otp = textField(await readFields(c), 'otp')
      if (!isAsked || otp !== OTP) throw refusals.plain('OTP is invalid')
      isAsked = false
      switches.set({ transfers: { otp: false } })
      return c.json({ status: true, message: 'OTP requirement for transfers has been disabled' })
    })
    .post('/enable_otp', (c) => {
      switches.set({ transfers: { otp: true } })
      return c.json({ status: true, message: 'OTP requirement for transfers has been enabled' })
    })
}
