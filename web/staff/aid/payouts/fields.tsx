/** The fields of the forms of paying out. */
import { useState, type ComponentProps } from 'react'
import { readAmount } from '../../../lib/amount.ts'
import { dayIn, dayOfMoment } from '../../../lib/days.ts'
import { SelectField } from '../../../ui/select.tsx'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { awards, payments as words } from '#words/aid/admin-payouts.ts'

/** A choice that no one has made yet: nothing is recorded by mistake. */
export function Choice(props: ComponentProps<typeof SelectField>) {
  return <SelectField none={words.chooseOne} defaultValue="" {...props} />
}

/** The day on which something was handed over, came back or was drawn: today at the latest. */
function DayField(props: Omit<TextFieldProps, 'label' | 'type' | 'max'>) {
  const [today] = useState(() => dayOfMoment(new Date()))
  return <TextField {...props} label={words.on} type="date" max={today} />
}

export function AmountField({ label = words.amount, ...props }: Omit<TextFieldProps, 'label'> & { label?: string }) {
  return <TextField {...props} label={label} inputMode="decimal" autoComplete="off" />
}

export const amountField = <Name extends string>(name: Name) => ({
  name,
  faultOf: (text: string) => nairaIn(text).fault,
  show: (field: Omit<TextFieldProps, 'label'>) => <AmountField {...field} />,
})

export const dayField = <Name extends string>(name: Name) => ({
  name,
  faultOf: (text: string) => (dayIn(text) === undefined ? words.dayMissing : undefined),
  show: (field: Omit<TextFieldProps, 'label'>) => <DayField {...field} />,
})

/** Reads an amount. @returns naira, or the error to show */
export function nairaIn(typed: string): { naira: number; fault?: undefined } | { naira?: undefined; fault: string } {
  const read = readAmount(typed)
  if (read.is === 'payable') return { naira: read.naira }
  return { fault: read.is === 'unclear' ? read.question : awards.notAnAmount }
}
