/** The words around every page of the administration. */
import { administration } from './administration.ts'

export const staffFrame = {
  rail: 'Administration',
  menu: 'Menu',
  account: 'Account',
  unanswered: 'unanswered',
  site: 'Public site',
  sandbox: 'Sandbox',
  test: 'Test mode',
  noMoney: 'No real money moves here.',
  metaTitle: (title: string) => `${title} · ${administration.metaTitle}`,
}
