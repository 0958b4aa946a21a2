/** The day on which something was handed over, came back or was drawn: today at the latest. */
import { useState } from 'react'
import { dayOfMoment } from '../../../lib/days.ts'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'

export function DayField(props: Omit<TextFieldProps, 'label' | 'type' | 'max'>) {
  const [today] = useState(() => dayOfMoment(new Date()))
  return <TextField {...props} label={words.on} type="date" max={today} />
}
