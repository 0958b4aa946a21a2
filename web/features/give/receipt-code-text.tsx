/** A receipt code as people read and dictate it: in fours. It is copied without gaps. */
export function ReceiptCodeText({ code, className = '' }: { code: string; className?: string }) {
  const starts = Array.from({ length: Math.ceil(code.length / 4) }, (_, place) => 4 * place)
  return (
    <span className={`receipt-code flex flex-wrap gap-x-2 ${className}`.trimEnd()}>
      {starts.map((start) => (
        <span key={start}>{code.slice(start, start + 4)}</span>
      ))}
    </span>
  )
}
