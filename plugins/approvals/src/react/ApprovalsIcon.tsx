import { ShieldIcon } from '@latchkey/ui-react'

/** The picture of the action. */
export default function ApprovalsIcon() {
  return <ShieldIcon size="lg" />
}
