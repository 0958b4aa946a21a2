/** A choice that nobody has made yet: nothing is recorded by mistake. */
import type { ComponentProps } from 'react'
import { SelectField } from '../../../ui/select.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'

export function Choice(props: ComponentProps<typeof SelectField>) {
  return <SelectField none={words.chooseOne} defaultValue="" {...props} />
}
