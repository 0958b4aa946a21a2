/** Redirects to another page. The router's own component would be loaded by every page, including the home page. */
import { useEffect } from 'react'
import { useNavigate } from './router.tsx'

export function GoTo({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
