/** A line of a slip on paper: what it is, and its value. */

export function SlipLine({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </div>
  )
}
