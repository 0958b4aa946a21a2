/** A name under which this device keeps something about money: before an instance went live it may have been a sandbox, with other gifts in another log. */
export function ofMode(name: string): string {
  const { mode } = document.documentElement.dataset
  return mode === 'live' ? name : `${name}.${mode}`
}
