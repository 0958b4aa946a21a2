/** An email address that breaks after its @ where it does not fit, and only then anywhere else. */
export function EmailText({ email }: { email: string }) {
  const [name, host] = email.split('@')
  return (
    <span>
      {name}@<wbr />
      {host}
    </span>
  )
}
