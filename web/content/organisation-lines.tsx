/** Details of the organisation that runs the site: the registered name, number and address. */
import { ExampleMark } from './example-mark.tsx'
import { site } from '../words/site.ts'

export function OrganisationLines({ className }: { className: string }) {
  const { name, number, address } = site.registered
  return (
    <address className={`not-italic ${className}`}>
      {`${name} · ${number} · ${address}`} <ExampleMark of="organisation" />
    </address>
  )
}
