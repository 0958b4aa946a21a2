/** Goes elsewhere in place of this page. The router's own part for that would be loaded by every page, also by the home page. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

export function GoTo({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
